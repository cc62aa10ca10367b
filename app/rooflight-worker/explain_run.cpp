// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/commands.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/run_command.h"
#include "core/roofline/explained_items.h"

#include <utility>

namespace rooflight {

namespace {

Request reportRequest(const Request &request)
{
    Request report = request;
    report.kind = RequestKind::Report;
    report.limits = {};
    return report;
}

Result<std::vector<std::int64_t>> chosenOperators(const Session &session, const ExplainOptions &options)
{
    const JudgedSession judged(session);
    if (!options.layers.empty())
        return operatorsOfLayers(judged, options.layers);
    std::vector<std::int64_t> chosen = operatorsToExplain(judged, static_cast<std::size_t>(options.count));
    if (chosen.empty())
        return Error { ErrorCode::ModelFailed, session.analysis->model.path + " has no operator that was timed.", "" };
    return chosen;
}

} // namespace

int runExplain(const CommandLine &line)
{
    Session session = newSession();
    if (!line.explain.layers.empty()) { // a name that is wrong is said before anything is measured
        Request counted = reportRequest(line.request);
        counted.kind = RequestKind::Analyze;
        runInto(session, counted, line.quiet);
        if (session.error || !session.analysis)
            return finishWith(line, std::move(session));
        if (const auto named = chosenOperators(session, line.explain); !named.ok())
            return failWith(named.error());
        session = newSession();
    }
    runInto(session, reportRequest(line.request), line.quiet);
    if (session.error || !session.analysis)
        return finishWith(line, std::move(session));
    Result<std::vector<std::int64_t>> operators = chosenOperators(session, line.explain);
    if (!operators.ok())
        return failWith(operators.error());
    Request request = line.request;
    request.operators = std::move(operators).value();
    runInto(session, request, line.quiet);
    if (!session.error && !session.analysis) // that of another file was dropped
        session.error = changedFile(request.model);
    return finishWith(line, std::move(session));
}

} // namespace rooflight
