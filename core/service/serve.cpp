// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/serve.h"

#include "core/service/jobs/request_run.h"
#include "core/service/steps/hello.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <deque>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

namespace {

constexpr std::size_t mostRequestBytes = 1 << 20;
constexpr std::size_t mostWaiting = 1000;

class Worker
{
public:
    Worker(int input, int output, bool unconfined)
        : m_input(input)
        , m_output(output)
        , m_unconfined(unconfined)
    {
    }

    int run();

private:
    void write(std::string_view text);
    void pollEvents();
    void readInput();
    void takeLines();
    void refuseLongLine();
    void handleLine(std::string_view line);
    void handle(const Request &request);
    void handle(const CancelRequest &cancel);
    void startNext();
    void advanceRun();

    int m_input;
    int m_output;
    bool m_unconfined;
    std::string m_buffer; ///< a line that has no end yet
    bool m_skipping = false; ///< what is left of a line that was refused
    std::deque<Request> m_waiting;
    std::unique_ptr<RequestRun> m_run;
    bool m_inputOpen = true;
    bool m_outputOpen = true;
};

void Worker::write(std::string_view text)
{
    while (!text.empty() && m_outputOpen) {
        const ssize_t written = ::write(m_output, text.data(), text.size());
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_outputOpen = false;
    }
}

void Worker::handle(const Request &request)
{
    if (m_waiting.size() >= mostWaiting) {
        write(encode({ request.id,
                       Error { ErrorCode::CommandLine,
                               fmt::format("{} requests wait already, and this one was left out.", mostWaiting),
                               "Send it again when others are answered." } }));
        return;
    }
    m_waiting.push_back(request);
    m_waiting.back().unconfined = request.unconfined || m_unconfined;
}

void Worker::handle(const CancelRequest &cancel)
{
    if (m_run && m_run->request().id == cancel.id) {
        m_run->cancel();
        return;
    }
    const auto waiting = std::ranges::find(m_waiting, cancel.id, &Request::id);
    if (waiting == m_waiting.end())
        return;
    m_waiting.erase(waiting);
    write(encode({ cancel.id, Error { ErrorCode::Cancelled, "The request was cancelled before it began.", "" } }));
}

void Worker::handleLine(std::string_view line)
{
    if (line.empty())
        return;
    Result<ClientMessage> message = decodeMessage(line);
    if (!message.ok()) {
        write(encode({ requestNumberIn(line), message.error() }));
        return;
    }
    std::visit([this](const auto &content) { handle(content); }, message.value());
}

void Worker::refuseLongLine()
{
    write(encode({ 0,
                   Error { ErrorCode::CommandLine,
                           fmt::format("A request is longer than {} bytes and was not read.", mostRequestBytes),
                           "Send one JSON object a line." } }));
}

void Worker::takeLines()
{
    std::size_t begin = 0;
    for (std::size_t end; (end = m_buffer.find('\n', begin)) != std::string::npos; begin = end + 1) {
        if (std::exchange(m_skipping, false))
            continue;
        if (end - begin > mostRequestBytes)
            refuseLongLine();
        else
            handleLine(std::string_view(m_buffer).substr(begin, end - begin));
    }
    m_buffer.erase(0, begin);
    if (m_buffer.size() <= mostRequestBytes)
        return;
    if (!std::exchange(m_skipping, true))
        refuseLongLine();
    m_buffer.clear();
}

void Worker::readInput()
{
    std::array<char, 65536> chunk;
    const ssize_t got = read(m_input, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        m_inputOpen = false;
        if (!m_skipping)
            handleLine(std::exchange(m_buffer, {})); // a last line without its line feed
        return;
    }
    m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
    takeLines();
}

void Worker::startNext()
{
    if (m_run || m_waiting.empty())
        return;
    const Request request = std::move(m_waiting.front());
    m_waiting.pop_front();
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request);
    if (started.ok())
        m_run = std::move(started).value();
    else
        write(encode({ request.id, started.error() }));
}

void Worker::advanceRun()
{
    if (!m_run)
        return;
    for (const CheckedRecord &checked : m_run->advance())
        write(checked.line);
    if (m_run->finished())
        m_run.reset();
}

void Worker::pollEvents()
{
    std::vector<pollfd> sources { pollfd { m_inputOpen ? m_input : -1, POLLIN, 0 }, pollfd { m_output, 0, 0 } };
    if (m_run)
        std::ranges::copy(m_run->descriptors(), std::back_inserter(sources));
    poll(sources.data(), sources.size(), m_run ? 50 : -1);
    if (sources[0].revents != 0)
        readInput();
    if ((sources[1].revents & (POLLERR | POLLHUP)) != 0)
        m_outputOpen = false;
}

int Worker::run()
{
    std::signal(SIGPIPE, SIG_IGN);
    write(encode({ 0, makeHello() }));
    // Requests may come from a file: their answers are still wanted when it ends. Once nobody reads them they are not.
    while (m_outputOpen && (m_inputOpen || m_run || !m_waiting.empty())) {
        startNext();
        pollEvents();
        advanceRun();
    }
    return 0;
}

} // namespace

int serve(int input, int output, bool unconfined)
{
    return Worker(input, output, unconfined).run();
}

} // namespace ridgepoint
