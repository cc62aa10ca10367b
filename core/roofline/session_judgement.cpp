// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_judgement.h"

#include "core/roofline/time_shares.h"
#include "core/roofline/underutilized.h"

namespace ridgepoint {

namespace {

bool judgesDevice(const DeviceRoofs &peaks, const Device &device)
{
    return peaks.theoretical || device.kind.empty() || peaks.device.kind.empty() || peaks.device.kind == device.kind;
}

/// A layer whose operators are not in the analysis, as one operator.
Operator asOperator(const Layer &layer)
{
    Operator op;
    op.known = true;
    op.family = layer.family;
    op.dtype = layer.dtype;
    op.cost = layer.cost;
    op.inputShapes = layer.inputShapes;
    op.outputShapes = layer.outputShapes;
    return op;
}

} // namespace

ItemTimes::ItemTimes(const Session &session)
{
    if (!session.analysis)
        return;
    layersNs.resize(session.analysis->layers.size());
    operatorsNs.resize(session.analysis->operators.size());
    if (!session.layers)
        return;
    for (const ItemLatency &latency : session.layers->items) {
        auto &times = latency.item.kind == ItemId::Kind::Layer ? layersNs : operatorsNs;
        if (exists(latency.item.id, times.size()))
            times[static_cast<std::size_t>(latency.item.id)] = medianOf(latency.samples);
    }
    modelNs = medianOf(session.layers->watchedModel);
    if (!layersNs.empty() && !layersNs.front())
        layersNs.front() = modelNs;
}

SessionJudgement::SessionJudgement(const Session &session, const ItemTimes &times)
    : m_analysis(*session.analysis)
    , m_thresholds(session.thresholds)
    , m_operators(session.analysis->operators.size())
    , m_layers(session.analysis->layers.size())
    , m_sums(session.analysis->layers.size())
{
    static const DeviceRoofs noRoofs;
    const Device &device = session.layers ? session.layers->device : m_analysis.device;
    if (session.peaks && judgesDevice(*session.peaks, device))
        m_peaks = &*session.peaks;
    if (session.layers)
        m_tf32 = session.layers->tf32;
    const RoofJudge judge(m_peaks ? *m_peaks : noRoofs);
    judgeOperators(judge, session, times);
    judgeLayersWithoutOperators(judge, times);
    addUp();
    judgeLayers(times);
}

void SessionJudgement::judgeOperators(const RoofJudge &judge, const Session &session, const ItemTimes &times)
{
    const Device &device = session.layers ? session.layers->device : m_analysis.device;
    for (std::size_t i = 0; i < m_operators.size(); ++i) {
        const Operator &op = m_analysis.operators[i];
        const std::optional<double> timeNs = ranHere() ? times.operatorsNs[i] : std::nullopt;
        const Demand demand = demandOf(op, m_tf32);
        const RoofTimes atRoofs = judge.timesOf(demand, timeNs);
        Verdict &verdict = m_operators[i];
        verdict = verdictOf(demand, atRoofs, timeNs, m_thresholds);
        if (verdict.bound == Bound::Underutilized)
            verdict.underutilizedCauses = underutilizedCauses(op, device);
        if (exists(op.layer, m_sums.size()))
            m_sums[static_cast<std::size_t>(op.layer)].add(demand, atRoofs, timeNs, verdict, m_thresholds);
    }
}

void SessionJudgement::judgeLayersWithoutOperators(const RoofJudge &judge, const ItemTimes &times)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Layer &layer = m_analysis.layers[i];
        const bool isWhole = layer.leaf && m_sums[i].operators == 0;
        if (!isWhole || layer.cost == Cost())
            continue;
        const std::optional<double> timeNs = ranHere() ? times.layersNs[i] : std::nullopt;
        const Demand demand = demandOf(asOperator(layer), m_tf32);
        const RoofTimes atRoofs = judge.timesOf(demand, timeNs);
        m_sums[i].add(demand, atRoofs, timeNs, verdictOf(demand, atRoofs, timeNs, m_thresholds), m_thresholds);
    }
}

void SessionJudgement::addUp()
{
    // Parents precede their children.
    for (std::size_t i = m_sums.size(); i-- > 0;) {
        const std::int64_t parent = m_analysis.layers[i].parent;
        if (exists(parent, m_sums.size()))
            m_sums[static_cast<std::size_t>(parent)].add(m_sums[i]);
    }
}

void SessionJudgement::judgeLayers(const ItemTimes &times)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i)
        m_layers[i] = verdictOf(m_sums[i], ranHere() ? times.layersNs[i] : std::nullopt, m_thresholds);
}

} // namespace ridgepoint
