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
    forEachResultKind([&session](const auto &kind) {
        if (kind.of == ResultOf::Run)
            (session.*kind.part).reset();
    });
}

/// What a workload keeps of the results that came behind it.
template<typename Body> constexpr Part<Body> WorkloadResults::*partOfWorkload = nullptr;
template<> constexpr auto partOfWorkload<Inspection> = &WorkloadResults::inspection;
template<> constexpr auto partOfWorkload<Analysis> = &WorkloadResults::analysis;
template<> constexpr auto partOfWorkload<ModelLatency> = &WorkloadResults::latency;
template<> constexpr auto partOfWorkload<LayerLatencies> = &WorkloadResults::layers;

bool beginsAnotherRequest(const Session &session, const RecordBody &body)
{
    return std::holds_alternative<Inspection>(body) && !session.workloads.empty()
        && session.workloads.back().inspection;
}

} // namespace

void put(Session &session, Inspection &&inspection)
{
    if (session.inspection && session.inspection->model.sha256 != inspection.model.sha256) {
        session.analysis.reset();
        forgetTimes(session);
    }
    session.inspection = std::move(inspection);
    session.error.reset();
}

void put(Session &session, Analysis &&analysis)
{
    if (session.analysis && !sameItems(*session.analysis, analysis))
        forgetTimes(session);
    session.analysis = std::move(analysis);
}

void put(Session &session, DeviceRoofs &&roofs)
{
    std::erase_if(session.notices, [](const Notice &notice) { return notice.code == roofsAwaited; });
    session.peaks = std::move(roofs);
}

void put(Session &session, Explanation &&explanation)
{
    if (session.explanation) {
        for (const ExplainedOperator &before : session.explanation->operators) {
            if (std::ranges::find(explanation.operators, before.id, &ExplainedOperator::id)
                == explanation.operators.end())
                explanation.operators.push_back(before);
        }
    }
    session.explanation = std::move(explanation);
}

void apply(Session &session, Record record)
{
    if (beginsAnotherRequest(session, record.body))
        session.workloads.clear();
    const auto applyBody = [&session]<typename Body>(Body &&body) {
        if constexpr (!std::is_same_v<Body, UnknownRecord>) {
            recordType<Body>.apply(session, std::forward<Body>(body));
            if constexpr (partOfWorkload<Body> != nullptr) {
                if (!session.workloads.empty())
                    session.workloads.back().*partOfWorkload<Body> = session.*resultKind<Body>.part;
            }
        }
    };
    std::visit(applyBody, std::move(record.body));
}

} // namespace rooflight
