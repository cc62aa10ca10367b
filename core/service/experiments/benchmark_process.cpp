// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_process.h"

#include "core/base/clock.h"
#include "core/model/error_sentences.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
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

Error gone()
{
    return errorOf(ErrorSentence::ProcessEnded, {});
}

bool isOfOneCall(BenchmarkTask task)
{
    constexpr std::array tasks { BenchmarkTask::PrepareCall, BenchmarkTask::TimeCall, BenchmarkTask::LogCall,
                                 BenchmarkTask::DescribeCall };
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
        if (!socket.write(response) || (!answered.ok() && !isOfOneCall(next->task)))
            return;
    }
}

Result<std::vector<BenchmarkProcess>> BenchmarkProcess::start(std::size_t count, const Body &body)
{
    std::signal(SIGPIPE, SIG_IGN); // one that has ended is noticed when it does not answer
    std::signal(SIGCHLD, SIG_IGN); // no parent waits for them
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
        processes.push_back(BenchmarkProcess(std::move(ours)));
    }
    return processes;
}

Result<BenchmarkResponse> BenchmarkProcess::ask(const BenchmarkRequest &request, const std::function<bool()> &stopped)
{
    if (stopped())
        return cancelled();
    if (!m_socket.write(request))
        return gone();
    std::optional<BenchmarkResponse> response = m_socket.readResponse(stopped);
    if (!response)
        return stopped() ? cancelled() : gone();
    m_cpuSeconds = std::max(m_cpuSeconds, response->processCpuNs * 1e-9);
    if (!response->failure.text.empty())
        return std::move(response->failure);
    return std::move(*response);
}

} // namespace rooflight
