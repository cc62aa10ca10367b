// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record_types.h"

#include <algorithm>

namespace rooflight {

namespace {

bool sameItems(const Analysis &a, const Analysis &b)
{
    const auto sameLayer = [](const Layer &x, const Layer &y) { return x.path == y.path && x.call == y.call; };
    const auto sameOperator = [](const Operator &x, const Operator &y) {
        return x.layer == y.layer && x.name == y.name;
    };
    return a.model.sha256 == b.model.sha256 && a.device == b.device && a.inputs == b.inputs
        && std::ranges::equal(a.layers, b.layers, sameLayer)
        && std::ranges::equal(a.operators, b.operators, sameOperator);
}

/// Times name their layers by id, which means something else in another analysis.
void forgetTimes(Session &session)
{
    session.latency.reset();
    session.layers.reset();
    session.interleaved.reset();
    session.methods.reset();
    session.sweep.reset();
    session.pipeline.reset();
    session.remedies.reset();
    session.explanation.reset();
}

/// A copy for the workload that the record belongs to.
template<typename Body>
void keep(std::optional<Body> WorkloadResults::*part, const RecordBody &body, WorkloadResults &of)
{
    if (const auto *const result = std::get_if<Body>(&body))
        of.*part = *result;
}

void keepForWorkload(Session &session, const RecordBody &body)
{
    if (session.workloads.empty())
        return;
    if (std::holds_alternative<Inspection>(body) && session.workloads.back().inspection) {
        session.workloads.clear();
        return;
    }
    WorkloadResults &last = session.workloads.back();
    keep(&WorkloadResults::inspection, body, last);
    keep(&WorkloadResults::analysis, body, last);
    keep(&WorkloadResults::latency, body, last);
    keep(&WorkloadResults::layers, body, last);
}

} // namespace

void applyInspection(Session &session, Inspection &&inspection)
{
    if (session.inspection && session.inspection->model.sha256 != inspection.model.sha256) {
        session.analysis.reset();
        forgetTimes(session);
    }
    session.inspection = std::move(inspection);
    session.error.reset();
}

void applyAnalysis(Session &session, Analysis &&analysis)
{
    if (session.analysis && !sameItems(*session.analysis, analysis))
        forgetTimes(session);
    session.analysis = std::move(analysis);
}

void applyExplanation(Session &session, Explanation &&explanation)
{
    if (session.explanation) {
        for (ExplainedOperator &before : session.explanation->operators) {
            if (std::ranges::find(explanation.operators, before.id, &ExplainedOperator::id)
                == explanation.operators.end())
                explanation.operators.push_back(std::move(before));
        }
    }
    session.explanation = std::move(explanation);
}

void apply(Session &session, Record record)
{
    keepForWorkload(session, record.body);
    const auto applyBody = [&session]<typename Body>(Body &&body) {
        if constexpr (!std::is_same_v<Body, UnknownRecord>)
            recordType<Body>.apply(session, std::forward<Body>(body));
    };
    std::visit(applyBody, std::move(record.body));
}

} // namespace rooflight
