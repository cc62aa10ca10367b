// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/commands.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/subcommands.h"
#include "app/rooflight-cli/what_if.h"
#include "core/machine/cpu_device.h"
#include "core/model/error_sentences.h"
#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/request/request_check.h"
#include "core/roofline/token_figures.h"
#include "core/service/steps/kept_files.h"
#include "core/service/steps/peaks_step.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

struct WorkloadRun {
    Workload workload;
    std::string model;
};

/// One workload for a model alone, else two: of one file at two sizes, or of two files.
std::vector<WorkloadRun> workloadsOf(const CommandLine &line)
{
    const TokensOptions &sizes = line.tokens;
    const bool twoFiles = !line.secondSessionFile.empty();
    std::vector<WorkloadRun> runs;
    if (twoFiles || !sizes.prefillSizes.empty())
        runs.push_back({ { "prefill", sizes.prefillSizes }, line.sessionFile });
    if (twoFiles || !sizes.decodeSizes.empty())
        runs.push_back({ { "decode", sizes.decodeSizes }, twoFiles ? line.secondSessionFile : line.sessionFile });
    if (runs.empty())
        runs.push_back({ {}, line.sessionFile }); // its inputs say which it is
    return runs;
}

RequestKind kindOf(const Request &request)
{
    return request.predict ? RequestKind::Analyze : RequestKind::Report;
}

/// False if a request failed: the session has the error.
bool measure(Session &session, Request request, const WorkloadRun &run, bool quiet)
{
    request.kind = kindOf(request);
    request.model = run.model;
    request.dimensions.insert(request.dimensions.end(), run.workload.dimensions.begin(), run.workload.dimensions.end());
    apply(session, { 0, run.workload });
    runInto(session, request, quiet);
    return !session.error;
}

Result<Session> measuredSession(const CommandLine &line)
{
    Request request = line.request;
    request.kind = kindOf(request);
    request.model = line.sessionFile;
    if (Result<void> sound = checkRequest(request); !sound.ok())
        return sound.error();
    Session session = newSession();
    if (request.predict) // nothing is measured, neither the roofs
        session.peaks = keptRoofs(deviceOf(request), cpuSpeedPolicy());
    for (const WorkloadRun &run : workloadsOf(line)) {
        if (session.error || !measure(session, line.request, run, line.quiet))
            break;
    }
    return session;
}

bool isWhole(const WorkloadResults &workload, const Request &request)
{
    const bool ran = workload.latency && workload.latency->samples.summary.count > 0;
    return workload.analysis && (ran || request.predict);
}

/// Prints and saves the workloads that came to their end before one failed, or was ended.
int finishEarly(const CommandLine &line, Session session)
{
    Error error = *session.error;
    std::erase_if(session.workloads, [&](const WorkloadResults &each) { return !isWhole(each, line.request); });
    const Result<std::vector<TokenFigures>> figures =
        session.workloads.empty() ? Result<std::vector<TokenFigures>>(error) : workloadFigures(session);
    const bool saved = figures.ok() && !line.saveFile.empty() && tried(saveSession(line.saveFile, session));
    const bool printed = figures.ok() && printTokens(line, figures.value());
    if (saved || printed)
        sayKept(error);
    else
        takeBackKept(error);
    return failWith(error);
}

} // namespace

int runTokensOfModels(const CommandLine &line)
{
    if (!line.secondSessionFile.empty() && !isModelFile(line.secondSessionFile)) {
        return failWith({ ErrorCode::CommandLine,
                          line.secondSessionFile + " is not a model, and " + line.sessionFile + " is one.",
                          "Name two models, or two sessions." });
    }
    Result<Session> session = measuredSession(line);
    if (!session.ok())
        return failWith(session.error());
    if (const Result<void> roofs = takeRoofs(line, session.value()); !roofs.ok())
        return failWith(roofs.error());
    std::vector<Notice> &notices = session.value().notices; // of both workloads
    notices.erase(std::unique(notices.begin(), notices.end()), notices.end());
    printNotices(session.value());
    if (session.value().error)
        return finishEarly(line, std::move(session).value());
    if (!line.saveFile.empty()) {
        if (const Result<void> saved = saveSession(line.saveFile, session.value()); !saved.ok())
            return failWith(saved.error());
    }
    const Result<std::vector<TokenFigures>> figures = workloadFigures(session.value());
    if (!figures.ok())
        return failWith(figures.error());
    return printTokens(line, figures.value()) ? 0 : exitStatus(ErrorCode::OutputFile);
}

} // namespace rooflight
