// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_process.h"

#include "core/base/clock.h"
#include "core/base/signals.h"
#include "core/model/error_sentences.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace rooflight {

namespace {

constexpr std::int64_t residentUnit = 1024; ///< of ru_maxrss

} // namespace

ProcessUsage processUsage()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return { usage.ru_minflt, usage.ru_maxrss * residentUnit, secondsOfClock(CLOCK_PROCESS_CPUTIME_ID) * nsPerSecond };
}

namespace {

Error cancelled()
{
    return { ErrorCode::Cancelled, "The measurement was cancelled.", "" };
}

/// What it was to do is over, and something else may work.
bool leavesProcess(BenchmarkTask task)
{
    constexpr std::array tasks { BenchmarkTask::PrepareCall, BenchmarkTask::TimeCall, BenchmarkTask::LogCall,
                                 BenchmarkTask::DescribeCall, BenchmarkTask::Disturb };
    return std::ranges::find(tasks, task) != tasks.end();
}

} // namespace

void answerAll(BenchmarkSocket &socket, BenchmarkRequest request, const BenchmarkAnswer &answer)
{
    for (std::optional<BenchmarkRequest> next(std::move(request)); next; next = socket.readRequest()) {
        Result<BenchmarkResponse> answered = answer(*next);
        BenchmarkResponse response;
        if (answered.ok())
            response = std::move(answered).value();
        else
            response.failure = answered.error();
        response.processCpuNs = processUsage().cpuNs;
        if (!socket.write(response) || (!answered.ok() && !leavesProcess(next->task)))
            return;
    }
}

Result<std::vector<BenchmarkProcess>> BenchmarkProcess::start(std::size_t count, const Body &body)
{
    std::signal(SIGPIPE, SIG_IGN); // one that has ended is noticed when it does not answer
    std::signal(SIGCHLD, SIG_DFL); // inherited as ignored, it would hide how they end
    std::vector<BenchmarkProcess> processes;
    for (std::size_t i = 0; i < count; ++i) {
        Result<std::pair<BenchmarkSocket, BenchmarkSocket>> ends = BenchmarkSocket::makePair();
        if (!ends.ok())
            return ends.error();
        auto [ours, theirs] = std::move(ends).value();
        const pid_t parent = getpid();
        const pid_t child = fork();
        if (child < 0)
            return Error { ErrorCode::Internal,
                           fmt::format("A process for an experiment could not be made: {}.",
                                       std::generic_category().message(errno)),
                           "Close other programs and try again." };
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != parent)
                _exit(0);
            std::signal(SIGTERM, SIG_DFL);
            processes.clear(); // the connections of others
            ours.close();
            body(std::move(theirs));
            _exit(0);
        }
        processes.push_back(BenchmarkProcess(std::move(ours), child));
    }
    return processes;
}

Result<BenchmarkResponse> BenchmarkProcess::ask(const BenchmarkRequest &request, const std::function<bool()> &stopped)
{
    if (stopped())
        return cancelled();
    if (!m_socket.write(request))
        return lost(stopped);
    std::optional<BenchmarkResponse> response = m_socket.readResponse(stopped);
    if (!response)
        return lost(stopped);
    m_cpuSeconds = std::max(m_cpuSeconds, response->processCpuNs * 1e-9);
    if (response->failure.text.empty())
        return std::move(*response);
    if (!leavesProcess(request.task))
        end(); // as it does itself
    return std::move(response->failure);
}

/// Why it does not answer.
Error BenchmarkProcess::lost(const std::function<bool()> &stopped)
{
    end();
    awaitEnd(stopped);
    if (stopped())
        return cancelled();
    return m_signal == 0 ? errorOf(ErrorSentence::ProcessEnded, {})
                         : errorOf(ErrorSentence::ProcessKilled, { signalName(m_signal) });
}

/// The connection of a process that ends closes a moment before it can be waited for. One that goes on, as it has sent
/// what is no answer or takes long to end, is looked at once more each time.
void BenchmarkProcess::awaitEnd(const std::function<bool()> &stopped)
{
    constexpr int mostTries = 10'000;
    if (m_socket.isOpen())
        return;
    const int tries = m_isOverdue ? 1 : mostTries;
    for (int i = 0; i < tries && m_pid > 0 && !stopped(); ++i) {
        int status = 0;
        const pid_t ended = waitpid(m_pid, &status, WNOHANG);
        if (ended == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        m_signal = ended == m_pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        m_pid = 0;
    }
    m_isOverdue = m_pid > 0;
}

} // namespace rooflight
