// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/serve.h"

#include "core/service/jobs/job_process.h"
#include "core/service/jobs/run_request.h"
#include "core/service/steps/hello.h"
#include "core/service/steps/sweep_file.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <deque>
#include <string>

namespace ridgepoint {

namespace {

constexpr std::size_t maximumRequestBytes = 1 << 20;

/// Of the other lines no more than the type is read.
bool isKept(std::string_view line)
{
    const RecordBody body = emptyBodyFor(line);
    return std::holds_alternative<DeviceRoofs>(body) || std::holds_alternative<BatchSweep>(body);
}

class Worker
{
public:
    Worker(int input, int output)
        : m_input(input)
        , m_output(output)
    {
    }

    int run();

private:
    void write(std::string_view text);
    void pollEvents();
    void readInput();
    void handleLine(std::string_view line);
    void handle(const Request &request);
    void handle(const CancelRequest &cancel);
    void startNext();
    void advanceJob();

    int m_input;
    int m_output;
    std::string m_buffer;
    std::deque<Request> m_waiting;
    std::unique_ptr<JobProcess> m_job;
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
    m_waiting.push_back(request);
}

void Worker::handle(const CancelRequest &cancel)
{
    if (m_job && m_job->request().id == cancel.id) {
        m_job->cancel();
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
    Result<ClientMessage> message = decodeMessage(line);
    if (!message.ok()) {
        write(encode({ 0, message.error() }));
        return;
    }
    std::visit([this](const auto &content) { handle(content); }, message.value());
}

void Worker::readInput()
{
    std::array<char, 65536> chunk;
    const ssize_t got = read(m_input, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0 || m_buffer.size() > maximumRequestBytes) {
        m_inputOpen = false;
        return;
    }
    m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end; (end = m_buffer.find('\n', begin)) != std::string::npos; begin = end + 1) {
        if (end > begin)
            handleLine(std::string_view(m_buffer).substr(begin, end - begin));
    }
    m_buffer.erase(0, begin);
}

void Worker::startNext()
{
    if (m_job || m_waiting.empty())
        return;
    const Request request = std::move(m_waiting.front());
    m_waiting.pop_front();
    Result<std::unique_ptr<JobProcess>> started = JobProcess::start(request);
    if (started.ok())
        m_job = std::move(started).value();
    else
        write(encode({ request.id, started.error() }));
}

void Worker::advanceJob()
{
    if (!m_job)
        return;
    for (const std::string &line : m_job->advance()) {
        if (isKept(line)) {
            if (const Result<Record> record = decode(line); record.ok()) {
                keepPeaks(record.value());
                keepSweep(record.value());
            }
        }
        write(line);
    }
    if (m_job->finished())
        m_job.reset();
}

void Worker::pollEvents()
{
    std::array<pollfd, 3> sources { pollfd { m_inputOpen ? m_input : -1, POLLIN, 0 },
                                    pollfd { m_job ? m_job->recordDescriptor() : -1, POLLIN, 0 },
                                    pollfd { m_output, 0, 0 } };
    poll(sources.data(), sources.size(), m_job ? 50 : -1);
    if (sources[0].revents != 0)
        readInput();
    if ((sources[2].revents & (POLLERR | POLLHUP)) != 0)
        m_outputOpen = false;
}

int Worker::run()
{
    std::signal(SIGPIPE, SIG_IGN);
    write(encode({ 0, makeHello() }));
    // Requests may come from a file: their answers are still wanted when it ends. Once nobody reads them they are not.
    while (m_outputOpen && (m_inputOpen || m_job || !m_waiting.empty())) {
        startNext();
        pollEvents();
        advanceJob();
    }
    return 0;
}

} // namespace

int serve(int input, int output)
{
    return Worker(input, output).run();
}

} // namespace ridgepoint
