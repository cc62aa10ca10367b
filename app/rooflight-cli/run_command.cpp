// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/run_command.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/subcommands.h"
#include "app/rooflight-cli/what_if.h"
#include "core/base/clock.h"
#include "core/model/error_sentences.h"
#include "core/record/roofs_file.h"
#include "core/record/session_file.h"
#include "core/report/what_if_report.h"
#include "core/request/request_check.h"
#include "core/results/result_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <utility>

namespace rooflight {

namespace {

constexpr std::chrono::duration<double> longestPause(0.1);

/// Of all threads of this process.
double processorSeconds()
{
    return secondsOfClock(CLOCK_PROCESS_CPUTIME_ID);
}

} // namespace

RenderingLimit::RenderingLimit(double seconds, std::string model)
    : m_seconds(seconds)
    , m_model(std::move(model))
{
    if (m_seconds > 0)
        m_clock = std::thread([this] { endLate(); });
}

RenderingLimit::~RenderingLimit()
{
    {
        const std::lock_guard lock(m_mutex);
        m_written = true;
    }
    m_changed.notify_one();
    if (m_clock.joinable())
        m_clock.join();
}

void RenderingLimit::endLate()
{
    const double end = processorSeconds() + m_seconds;
    const auto pause = std::min(std::chrono::duration<double>(m_seconds), longestPause);
    std::unique_lock lock(m_mutex);
    while (processorSeconds() < end) {
        if (m_changed.wait_for(lock, pause, [this] { return m_written; }))
            return;
    }
    const Error late { ErrorCode::TimedOut,
                       fmt::format("Laying out the output of {} did not finish within {:g} s.", m_model, m_seconds),
                       "Give it more time with --timeout SECONDS, or request less output." };
    printError(late);
    std::_Exit(exitStatus(late));
}

namespace {

/// Of a command with several requests the end of the last says nothing of those before.
void sayWhatIsKept(Error &error, const Session &session, bool isShown)
{
    if (!isShown)
        takeBackKept(error);
    else if (holdsTimes(session))
        sayKept(error);
}

/// Cut short from outside: what a saved session holds then is as good as any, and showing it was not cut short.
bool wasStopped(const Error &error)
{
    return error.code == ErrorCode::Cancelled || error.code == ErrorCode::TimedOut;
}

} // namespace

bool needsWorker(const CommandLine &line)
{
    switch (line.kind) {
    case CommandLine::Kind::RunRequest:
    case CommandLine::Kind::Estimate:
    case CommandLine::Kind::Serve:
    case CommandLine::Kind::CheckConfinement:
        return true;
    case CommandLine::Kind::ShowTokens:
        return isModelFile(line.sessionFile);
    case CommandLine::Kind::ShowSession:
    case CommandLine::Kind::CompareSessions:
    case CommandLine::Kind::FillMatrix:
        break;
    }
    return false;
}

Result<void> checkCommand(const CommandLine &line)
{
    if (line.kind == CommandLine::Kind::FillMatrix)
        return {};
    if (!line.roofsFile.empty()) {
        if (const Result<DeviceRoofs> roofs = readRoofs(line.roofsFile); !roofs.ok())
            return roofs.error();
    }
    if (Result<void> device = checkWhatIf(line.whatIf); !device.ok())
        return device;
    if (Result<void> writable = checkOutputFiles(line); !writable.ok())
        return writable;
    const bool hasRequest = line.kind == CommandLine::Kind::RunRequest || line.kind == CommandLine::Kind::Estimate;
    return hasRequest ? checkRequest(line.request) : Result<void>();
}

int runWithoutWorker(const CommandLine &line)
{
    switch (line.kind) {
#ifndef ROOFLIGHT_WITHOUT_MATRIX
    case CommandLine::Kind::FillMatrix:
        return runMatrix(line);
#endif
    case CommandLine::Kind::CompareSessions:
        return runCompare(line);
    case CommandLine::Kind::ShowTokens:
        return runTokensOfSessions(line);
    default:
        break;
    }
    Result<Session> session = readSession(line.sessionFile);
    return session.ok() ? finishWith(line, std::move(session).value()) : failWith(session.error());
}

int finishWith(const CommandLine &line, Session session)
{
    const RenderingLimit limit(line.request.timeoutSeconds, line.request.model);
    session.thresholds = line.thresholds;
    if (const Result<void> roofs = takeRoofs(line, session); !roofs.ok())
        return failWith(roofs.error());
    const std::optional<Session> whatIf = shownIf(session, line.whatIf);
    const JudgedSession shown(whatIf ? *whatIf : session);
    const bool filesWritten = writeOutputFiles(line, session, shown);
    const bool printed = printResult(line, session, shown);
    printNotices(session);
    if (session.error) {
        if (line.kind == CommandLine::Kind::RunRequest)
            sayWhatIsKept(*session.error, session, showsTimes(line, shown));
        printError(*session.error);
        if (line.kind != CommandLine::Kind::ShowSession || !wasStopped(*session.error))
            return exitStatus(*session.error);
    }
    return filesWritten && printed ? 0 : exitStatus(ErrorCode::OutputFile);
}

void runMain(int argc, char **argv, int (*run)(const CommandLine &line, char **argv))
{
    // Whoever writes finds out, and goes on with what else is to be written.
    for (const int signal : { SIGPIPE, SIGXFSZ })
        std::signal(signal, SIG_IGN);
    std::signal(SIGCHLD, SIG_DFL); // inherited as ignored, it would hide how processes end
    int status = 0;
    try {
        const std::optional<CommandLine> line = parseCommandLine(argc, argv, status);
        const Result<void> checked = line ? checkCommand(*line) : Result<void>();
        if (!checked.ok())
            status = failWith(checked.error());
        else if (line)
            status = run(*line, argv);
    } catch (const std::bad_alloc &) {
        status = failWith({ ErrorCode::OutOfMemory, "There is not enough memory.",
                            "Close other programs, or lift the limit of this shell (ulimit -v)." });
    } catch (const std::exception &problem) {
        status = failWith({ ErrorCode::Internal, problem.what(), "Report it." });
    }
    std::cout.flush();
    if (std::fflush(stdout) != 0 || !std::cout)
        status = status == 0 ? exitStatus(ErrorCode::OutputFile) : status;
    std::_Exit(status); // the destructors of LibTorch's globals take longer than looking into a file
}

} // namespace rooflight
