// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/contender_process.h"

#include "core/model/error_sentences.h"

#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace rooflight {

namespace {

Error cancelled()
{
    return { ErrorCode::Cancelled, "The measurement was cancelled.", "" };
}

Error gone()
{
    return errorOf(ErrorSentence::ProcessEnded, {});
}

} // namespace

Result<std::vector<ContenderProcess>> ContenderProcess::start(std::size_t count, const Body &body)
{
    std::signal(SIGPIPE, SIG_IGN); // one that has ended is noticed when it does not answer
    std::signal(SIGCHLD, SIG_IGN); // no parent waits for them
    std::vector<ContenderProcess> processes;
    for (std::size_t i = 0; i < count; ++i) {
        Result<std::pair<ContenderSocket, ContenderSocket>> ends = ContenderSocket::makePair();
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
        processes.push_back(ContenderProcess(std::move(ours)));
    }
    return processes;
}

Result<ContenderAnswer> ContenderProcess::ask(const ContenderQuestion &question, const std::function<bool()> &stopped)
{
    if (stopped())
        return cancelled();
    if (!m_socket.write(question))
        return gone();
    std::optional<ContenderAnswer> answer = m_socket.readAnswer(stopped);
    if (!answer)
        return stopped() ? cancelled() : gone();
    m_cpuSeconds = std::max(m_cpuSeconds, answer->processCpuNs * 1e-9);
    if (!answer->failure.text.empty())
        return std::move(answer->failure);
    return std::move(*answer);
}

} // namespace rooflight
