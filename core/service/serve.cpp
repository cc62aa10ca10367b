// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/serve.h"

#include "core/base/signals.h"
#include "core/base/whole_file.h"
#include "core/service/steps/hello.h"
#include "core/torchscript/load/operator_library.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <deque>
#include <iterator>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

constexpr std::size_t maxRequestBytes = 1 << 20;
constexpr std::size_t maxWaiting = 1000;
constexpr std::string_view cancelledBeforeItBegan = "The request was cancelled before it began.";
constexpr timespec atOnce { 0, 0 };
constexpr timespec betweenLooks { 0, 50'000'000 }; ///< at a job

/// Keeps a signal waiting while it lives: it comes once the mask of before is back, as it is within ppoll().
class SignalBlocker
{
public:
    explicit SignalBlocker(int signal)
    {
        sigset_t blocked;
        sigemptyset(&blocked);
        sigaddset(&blocked, signal);
        pthread_sigmask(SIG_BLOCK, &blocked, &m_before);
    }
    ~SignalBlocker() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalBlocker(const SignalBlocker &) = delete;
    SignalBlocker &operator=(const SignalBlocker &) = delete;

    [[nodiscard]] const sigset_t &before() const { return m_before; }

private:
    sigset_t m_before {};
};

class Worker
{
public:
    Worker(int input, int output, ServeOptions options)
        : m_input(input)
        , m_output(output)
        , m_options(std::move(options))
    {
    }

    Result<void> run();

private:
    void write(std::string_view text);
    void pollEvents();
    [[nodiscard]] int wait(std::vector<pollfd> &sources) const;
    void readInput();
    void takeLines();
    void refuse(std::int64_t request, Error error);
    void refuseLongLine();
    void handleLine(std::string_view line);
    void handle(const Request &request);
    void handle(const CancelRequest &cancel);
    void refuseWaiting();
    void endWhereAsked();
    void startNext();
    void advanceRun();
    void repeatProgress();
    [[nodiscard]] bool hasWork() const { return m_run || !m_waiting.empty(); }
    [[nodiscard]] Result<void> outcome() const;

    int m_input;
    int m_output;
    ServeOptions m_options;
    std::string m_buffer; ///< a line that has no end yet
    bool m_skipping = false; ///< what is left of a line that was refused
    std::deque<Request> m_waiting;
    std::unique_ptr<RequestRun> m_run;
    std::stop_token m_stop = stopOnSignals({ SIGTERM });
    bool m_isEnding = false;
    bool m_inputOpen = true;
    bool m_outputOpen = true;
    int m_refused = 0; ///< lines
    int m_inputProblem = 0; ///< errno
    int m_outputProblem = 0; ///< errno of what could not be written
    std::string m_progress; ///< the last one of the request under way
    std::chrono::steady_clock::time_point m_lastWritten = std::chrono::steady_clock::now();
};

void Worker::write(std::string_view text)
{
    m_lastWritten = std::chrono::steady_clock::now();
    if (!m_outputOpen)
        return;
    m_outputProblem = writeAll(m_output, text);
    m_outputOpen = m_outputProblem == 0;
}

void Worker::refuse(std::int64_t request, Error error)
{
    ++m_refused;
    write(encode({ request, std::move(error) }));
}

void Worker::handle(const Request &request)
{
    if (m_waiting.size() >= maxWaiting) {
        refuse(request.id,
               { ErrorCode::CommandLine,
                 fmt::format("{} requests are already waiting, and this one was dropped.", maxWaiting),
                 "Send it again when others are answered." });
        return;
    }
    m_waiting.push_back(request);
    m_waiting.back().unconfined = request.unconfined || m_options.unconfined;
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
    write(encode({ cancel.id, Error { ErrorCode::Cancelled, std::string(cancelledBeforeItBegan), "" } }));
}

void Worker::refuseWaiting()
{
    for (const Request &request : std::exchange(m_waiting, {}))
        write(encode({ request.id, Error { ErrorCode::Cancelled, std::string(cancelledBeforeItBegan), "" } }));
}

/// The job gets its grace, as by a cancel: what it has measured until then is sent.
void Worker::endWhereAsked()
{
    if (!m_stop.stop_requested() || std::exchange(m_isEnding, true))
        return;
    m_inputOpen = false;
    refuseWaiting();
    if (m_run)
        m_run->cancel();
}

void Worker::handleLine(std::string_view line)
{
    if (line.empty())
        return;
    Result<ClientMessage> message = decodeMessage(line);
    if (!message.ok()) {
        refuse(requestNumberIn(line), message.error());
        return;
    }
    std::visit([this](const auto &content) { handle(content); }, message.value());
}

void Worker::refuseLongLine()
{
    refuse(0,
           { ErrorCode::CommandLine,
             fmt::format("A request is longer than {} bytes and was not read.", maxRequestBytes),
             "Send one JSON object per line." });
}

void Worker::takeLines()
{
    std::size_t begin = 0;
    for (std::size_t end; (end = m_buffer.find('\n', begin)) != std::string::npos; begin = end + 1) {
        if (std::exchange(m_skipping, false))
            continue;
        if (end - begin > maxRequestBytes)
            refuseLongLine();
        else
            handleLine(std::string_view(m_buffer).substr(begin, end - begin));
    }
    m_buffer.erase(0, begin);
    if (m_buffer.size() <= maxRequestBytes)
        return;
    if (!std::exchange(m_skipping, true))
        refuseLongLine();
    m_buffer.clear();
}

void Worker::readInput()
{
    std::array<char, 65536> chunk;
    const ssize_t got = read(m_input, chunk.data(), chunk.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        m_inputOpen = false;
        m_inputProblem = got < 0 ? errno : 0;
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
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request, m_options.bodies);
    if (started.ok())
        m_run = std::move(started).value();
    else
        write(encode({ request.id, started.error() }));
}

void Worker::advanceRun()
{
    if (!m_run)
        return;
    for (const CheckedRecord &checked : m_run->advance()) {
        write(checked.line);
        const RecordBody &body = checked.record.body;
        if (std::holds_alternative<Progress>(body))
            m_progress = checked.line;
        else if (std::holds_alternative<Done>(body) || std::holds_alternative<Error>(body))
            m_progress.clear(); // nothing follows, though its process may take a while to end
    }
    if (m_run->finished())
        m_run.reset();
    else
        repeatProgress();
}

/// So that a client can tell a long measurement from a lost connection, and the other way round.
void Worker::repeatProgress()
{
    if (!m_progress.empty() && std::chrono::steady_clock::now() - m_lastWritten > m_options.longestSilence)
        write(m_progress);
}

/// Until something comes, where it is idle: a signal that comes before it waits ends the wait, too.
int Worker::wait(std::vector<pollfd> &sources) const
{
    const SignalBlocker blocker(SIGTERM);
    const bool isIdle = !hasWork() && m_inputOpen && !m_stop.stop_requested();
    const timespec *most = m_run && (m_isEnding || !m_stop.stop_requested()) ? &betweenLooks : &atOnce;
    return ppoll(sources.data(), sources.size(), isIdle ? nullptr : most, &blocker.before());
}

void Worker::pollEvents()
{
    std::vector<pollfd> sources { pollfd { m_inputOpen ? m_input : -1, POLLIN, 0 }, pollfd { m_output, 0, 0 } };
    if (m_run)
        std::ranges::copy(m_run->descriptors(), std::back_inserter(sources));
    if (wait(sources) < 0)
        return; // a signal: what it asks for comes first
    if (sources[0].revents != 0)
        readInput();
    if (m_outputOpen && (sources[1].revents & (POLLERR | POLLHUP)) != 0) {
        m_outputOpen = false;
        m_outputProblem = hasWork() ? EPIPE : 0; // an idle worker loses nothing
    }
}

Result<void> Worker::outcome() const
{
    const auto reason = [](int problem) { return std::generic_category().message(problem); };
    if (m_outputProblem != 0)
        return Error { ErrorCode::OutputFile,
                       fmt::format("The answers could not be written: {}.", reason(m_outputProblem)),
                       "The answers until then are valid." };
    if (m_inputProblem != 0)
        return Error { ErrorCode::CommandLine,
                       fmt::format("The requests could not be read: {}.", reason(m_inputProblem)),
                       "Give them on standard input, one JSON object per line." };
    if (m_refused > 0)
        return Error { ErrorCode::CommandLine, fmt::format("Lines that were not valid requests: {}.", m_refused),
                       "An error among the records says why, line by line." };
    return {};
}

Result<void> Worker::run()
{
    std::signal(SIGPIPE, SIG_IGN);
    write(encode({ 0, makeHello() }));
    fillOperatorRegistry(); // the processes of all requests find it filled
    // Requests may come from a file: their answers are still wanted when it ends. Once no reader is left they are not.
    while (m_outputOpen && (m_inputOpen || hasWork())) {
        endWhereAsked();
        startNext();
        pollEvents();
        advanceRun();
    }
    return outcome();
}

} // namespace

Result<void> serve(int input, int output, const ServeOptions &options)
{
    return Worker(input, output, options).run();
}

} // namespace rooflight
