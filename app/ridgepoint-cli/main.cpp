// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/before_main.h"
#include "app/ridgepoint-cli/command_line.h"
#include "app/ridgepoint-cli/compare_command.h"
#include "app/ridgepoint-cli/confinement_table.h"
#include "app/ridgepoint-cli/matrix_command.h"
#include "app/ridgepoint-cli/output.h"
#include "app/ridgepoint-cli/session_run.h"
#include "app/ridgepoint-cli/tokens_command.h"
#include "app/ridgepoint-cli/what_if.h"
#include "core/record/session_file.h"
#include "core/service/serve.h"
#include "core/service/steps/request_check.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

namespace {

using namespace ridgepoint;

int finish(const CommandLine &line, Session session)
{
    session.thresholds = line.thresholds;
    const std::optional<Session> whatIf = underWhatIf(line, session);
    const Session &shown = whatIf ? *whatIf : session;
    const bool filesWritten = writeOutputFiles(line, session, shown);
    const bool printed = printResult(line, session, shown);
    printNotices(session);
    if (session.error) {
        printError(*session.error);
        return exitStatus(*session.error);
    }
    return filesWritten && printed ? 0 : exitStatus(ErrorCode::OutputFile);
}

int run(const CommandLine &line)
{
    if (line.kind == CommandLine::Kind::Serve) {
        const Result<void> served = serve(STDIN_FILENO, STDOUT_FILENO, { .unconfined = line.request.unconfined });
        return served.ok() ? 0 : failWith(served.error());
    }
    if (line.kind == CommandLine::Kind::CheckConfinement) {
        const Result<void> printed = printConfinement(line.json);
        return printed.ok() ? 0 : failWith(printed.error());
    }
    if (line.kind == CommandLine::Kind::FillMatrix)
        return runMatrix(line);
    if (const Result<void> device = checkWhatIf(line); !device.ok())
        return failWith(device.error());
    if (const Result<void> writable = checkOutputFiles(line); !writable.ok())
        return failWith(writable.error());
    if (line.kind == CommandLine::Kind::CompareSessions)
        return runCompare(line);
    if (line.kind == CommandLine::Kind::ShowTokens)
        return runTokens(line);
    if (line.kind == CommandLine::Kind::ShowSession) {
        Result<Session> session = readSession(line.sessionFile);
        return session.ok() ? finish(line, std::move(session).value()) : failWith(session.error());
    }
    if (const Result<void> sound = checkRequest(line.request); !sound.ok())
        return failWith(sound.error());
    Session session = newSession();
    runInto(session, line.request, line.quiet);
    return finish(line, std::move(session));
}

} // namespace

int main(int argc, char **argv)
{
    endOfInitialization();
    std::signal(SIGPIPE, SIG_IGN); // whoever writes finds out, and goes on with what else is to be written
    int status = 0;
    try {
        const std::optional<CommandLine> line = parseCommandLine(argc, argv, status);
        if (line)
            status = run(*line);
    } catch (const std::bad_alloc &) {
        status = failWith({ ErrorCode::OutOfMemory, "The memory does not suffice.",
                            "Close other programs, or lift the limit of this shell (ulimit -v)." });
    } catch (const std::exception &problem) {
        status = failWith({ ErrorCode::Internal, problem.what(), "Report it." });
    }
    std::cout.flush();
    if (std::fflush(stdout) != 0 || !std::cout)
        status = status == 0 ? exitStatus(ErrorCode::OutputFile) : status;
    std::_Exit(status); // the destructors of LibTorch's globals take longer than looking into a file
}
