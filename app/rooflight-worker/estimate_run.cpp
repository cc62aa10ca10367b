// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/commands.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/what_if.h"
#include "core/base/foreign_text.h"
#include "core/model/error_sentences.h"
#include "core/report/what_if_report.h"
#include "core/roofline/estimate.h"
#include "core/roofline/open_size.h"
#include "core/roofline/scaled_time.h"
#include "core/roofline/what_if.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace rooflight {

namespace {

/// The request without what is to be changed.
Request requestHere(const Request &request)
{
    Request here = request;
    here.kind = RequestKind::Report;
    here.batch = 0;
    here.dimensions.clear();
    here.execution.precision = ModelPrecision::AsLoaded;
    return here;
}

bool changesRun(const Request &request)
{
    return request.batch > 0 || !request.dimensions.empty() || request.execution.precision != ModelPrecision::AsLoaded;
}

bool isBatchAlone(const CommandLine &line)
{
    return line.request.batch > 0 && line.request.dimensions.empty() && line.whatIf.empty()
        && line.request.execution.precision == ModelPrecision::AsLoaded;
}

/// What was measured before an error is not shown here: no error says that it is kept.
Session measured(const Request &request, bool quiet)
{
    Session session = newSession();
    runInto(session, request, quiet);
    if (session.error)
        takeBackKept(*session.error);
    return session;
}

/// By what a request that failed, or had no analysis, found in the file, too.
bool isOfOtherFile(const Session &session, const Session &here)
{
    return session.inspection && here.inspection && !isSameModel(session.inspection->model, here.inspection->model);
}

bool wasCancelled(const Session &session)
{
    return session.error && session.error->code == ErrorCode::Cancelled;
}

/// Its counts under the roofs that were measured here, or those of the device that was asked for.
Session underRoofs(const CommandLine &line, Session there, const Session &here)
{
    there.layers.reset(); // of calls alone: nothing to judge by
    there.peaks = here.peaks;
    std::optional<Session> elsewhere = shownIf(there, line.whatIf);
    return elsewhere ? std::move(*elsewhere) : std::move(there);
}

/// The batch and the precision of the request, too.
WhatIf withRun(WhatIf change, const Request &request, const Session &here)
{
    if (request.batch > 0)
        change.batch = static_cast<double>(request.batch) / static_cast<double>(observedBatch(here));
    change.precision = request.execution.precision;
    return change;
}

/// Without a run: for a batch and a precision, whose work follows from that here.
std::optional<Session> supposed(const Request &request, const Session &here)
{
    if (!request.dimensions.empty())
        return std::nullopt;
    return sessionIf(here, withRun({}, request, here));
}

struct EstimateOfSession {
    Estimate estimate;
    Session there;
};

/// Of a change that needs another program.
EstimateOfSession estimateOf(AskedChange asked, const CommandLine &line, const Session &here)
{
    const WhatIf change = withRun(changeOf(asked), line.request, here);
    for (const std::string &assumption : changeSection(here, asked).paragraphs) {
        if (!line.quiet)
            fmt::print(stderr, "rooflight-cli: {}\n", assumption);
    }
    Session there = sessionIf(here, change);
    Estimate estimate = scaledEstimate(here, there, change);
    return { std::move(estimate), std::move(there) };
}

/// Errors: those of the run there, where it cannot be supposed; Cancelled.
Result<EstimateOfSession> estimateOf(const CommandLine &line, const Session &here, Session ran)
{
    const Request &request = line.request;
    const Session replayedHere = measured(replayRequest(requestHere(request)), line.quiet);
    Session replayedThere = changesRun(request) ? measured(replayRequest(request), line.quiet) : replayedHere;
    for (const Session *session : { &std::as_const(ran), &replayedHere, &std::as_const(replayedThere) }) {
        if (wasCancelled(*session))
            return *session->error;
        if (isOfOtherFile(*session, here))
            return changedFile(request.model);
    }
    replayedThere.latency = std::move(ran.latency);
    if (ran.error)
        replayedThere.error = std::move(ran.error);
    const bool isElsewhere = !line.whatIf.empty();
    if (const std::optional<Error> reason = whyNotReplayed(replayedHere, replayedThere, changesRun(request))) {
        std::optional<Session> there = supposed(request, here);
        if (!there)
            return *reason;
        if (!isElsewhere) // a limit needs no times
            fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(scaledInstead(*reason)));
        Session shown = underRoofs(line, std::move(*there), here);
        Estimate estimate =
            isElsewhere ? limitOnly(here, shown) : scaledEstimate(here, shown, withRun({}, request, here));
        return EstimateOfSession { std::move(estimate), std::move(shown) };
    }
    const Part<LayerLatencies> times = replayedThere.layers;
    Session shown = underRoofs(line, std::move(replayedThere), here);
    Estimate estimate =
        isElsewhere ? limitOnly(here, shown) : replayedEstimate(here, *replayedHere.layers, shown, *times);
    return EstimateOfSession { std::move(estimate), std::move(shown) };
}

} // namespace

int runEstimate(const CommandLine &line)
{
    const std::optional<AskedChange> asked = askedChangeNamed(line.whatIf);
    if (asked && !line.request.dimensions.empty())
        return failWith({ ErrorCode::CommandLine,
                          fmt::format("--what-if {} cannot be combined with --dim.", line.whatIf),
                          "Save a report of the model at that size, and give show this --what-if." });
    if (!changesRun(line.request) && line.whatIf.empty())
        return failWith({ ErrorCode::CommandLine, "Nothing changes, so there is nothing to estimate.",
                          "Give --batch, --dim, --precision or --what-if." });
    if (isBatchAlone(line)) {
        const Session now = measured(fewRunsRequest(requestHere(line.request)), line.quiet);
        if (!now.error && observedBatch(now) == line.request.batch)
            return failWith({ ErrorCode::CommandLine,
                              fmt::format("{} runs with a batch of {} as it is, so there is nothing to estimate.",
                                          line.request.model, line.request.batch),
                              "Give another --batch." });
    }
    // First: a size that the file left not open is said before anything else is measured.
    Session ran = changesRun(line.request) && !asked ? measured(fewRunsRequest(line.request), line.quiet) : Session();
    if (ran.error && (ran.error->code == ErrorCode::CommandLine || wasCancelled(ran)))
        return failWith(*ran.error);
    const Session here = measured(requestHere(line.request), line.quiet);
    printNotices(here);
    if (here.error)
        return failWith(*here.error);
    const Result<EstimateOfSession> made =
        asked ? estimateOf(*asked, line, here) : estimateOf(line, here, std::move(ran));
    if (!made.ok())
        return failWith(made.error());
    return printEstimate(line, made.value().estimate, made.value().there) ? 0 : exitStatus(ErrorCode::OutputFile);
}

} // namespace rooflight
