// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/command_line.h"
#include "app/ridgepoint-cli/output.h"
#include "app/ridgepoint-cli/progress_line.h"
#include "app/ridgepoint-cli/what_if.h"
#include "core/record/session_file.h"
#include "core/service/jobs/run_request.h"
#include "core/service/jobs/stop_on_signal.h"
#include "core/service/serve.h"
#include "core/service/steps/hello.h"
#include "core/service/steps/request_check.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace {

using namespace ridgepoint;

Session runToSession(const CommandLine &line)
{
    Session session;
    session.hello = makeHello();
    ProgressLine progressLine(line.quiet);
    const auto receive = [&](Record record) {
        if (const auto *progress = std::get_if<Progress>(&record.body))
            progressLine.show(*progress);
        else
            apply(session, std::move(record));
    };
    runRequest(line.request, receive, stopOnSignals({ SIGINT, SIGTERM }));
    return session;
}

int finish(const CommandLine &line, Session session)
{
    session.thresholds = line.thresholds;
    const std::optional<Session> whatIf = underWhatIf(line, session);
    const Session &shown = whatIf ? *whatIf : session;
    Result<void> written = writeOutputFiles(line, session, shown);
    printResult(line, session, shown);
    printNotices(session);
    if (!written.ok())
        printError(written.error());
    if (session.error) {
        printError(*session.error);
        return exitStatus(*session.error);
    }
    return written.ok() ? 0 : exitStatus(written.error());
}

/// Exit status for an error, which it prints.
int failWith(const Error &error)
{
    printError(error);
    return exitStatus(error);
}

int compare(const CommandLine &line)
{
    const Result<Session> before = readSession(line.sessionFile);
    if (!before.ok())
        return failWith(before.error());
    const Result<Session> after = readSession(line.secondSessionFile);
    if (!after.ok())
        return failWith(after.error());
    const Result<void> printed = printComparison(line, before.value(), after.value());
    return printed.ok() ? 0 : failWith(printed.error());
}

int run(const CommandLine &line)
{
    if (line.kind == CommandLine::Kind::Serve)
        return serve(STDIN_FILENO, STDOUT_FILENO);
    if (const Result<void> device = checkWhatIf(line); !device.ok())
        return failWith(device.error());
    if (const Result<void> writable = checkOutputFiles(line); !writable.ok())
        return failWith(writable.error());
    if (line.kind == CommandLine::Kind::CompareSessions)
        return compare(line);
    if (line.kind == CommandLine::Kind::ShowSession) {
        Result<Session> session = readSession(line.sessionFile);
        return session.ok() ? finish(line, std::move(session).value()) : failWith(session.error());
    }
    if (const Result<void> sound = checkRequest(line.request); !sound.ok())
        return failWith(sound.error());
    return finish(line, runToSession(line));
}

} // namespace

int main(int argc, char **argv)
{
    int status = 0;
    const std::optional<CommandLine> line = parseCommandLine(argc, argv, status);
    if (line)
        status = run(*line);
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(status); // the destructors of LibTorch's globals take longer than looking into a file
}
