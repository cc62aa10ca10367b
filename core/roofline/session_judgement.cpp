// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_judgement.h"

#include "core/roofline/time_shares.h"
#include "core/roofline/underutilized.h"

#include <algorithm>

namespace rooflight {

namespace {

/// Roofs of another GPU judge nothing, even where it is of the same model.
bool judgesDevice(const DeviceRoofs &peaks, const Device &device)
{
    if (peaks.theoretical || device.kind.empty() || peaks.device.kind.empty())
        return true;
    const bool otherUnit = !device.uuid.empty() && !peaks.device.uuid.empty() && peaks.device.uuid != device.uuid;
    return peaks.device.kind == device.kind && !otherUnit;
}

/// Own time of the kernels of each operator and layer, where the run lists any: an operator that launches none takes
/// none when it moves nothing, else what it took on the host.
void addKernelTimes(const Session &session, ItemTimes &times)
{
    bool listed = false;
    for (const ItemLatency &latency : session.layers->items) {
        if (latency.item.kind != ItemId::Kind::Operator || latency.kernels.empty()
            || !exists(latency.item.id, times.operators.size()))
            continue;
        listed = true;
        double sumNs = 0;
        for (const KernelUse &kernel : latency.kernels)
            sumNs += kernel.timeNs;
        times.operators[static_cast<std::size_t>(latency.item.id)].kernelsNs = sumNs;
    }
    if (!listed)
        return;
    const Analysis &analysis = *session.analysis;
    std::vector<double> sumsNs(times.layers.size(), 0);
    for (std::size_t i = 0; i < analysis.operators.size(); ++i) {
        const Operator &op = analysis.operators[i];
        const bool movesNothing = op.cost.bytes() == 0;
        const double onHostNs = movesNothing ? 0 : times.operators[i].ns.value_or(0);
        if (exists(op.layer, sumsNs.size()))
            sumsNs[static_cast<std::size_t>(op.layer)] += times.operators[i].kernelsNs.value_or(onHostNs);
    }
    // Parents precede their children.
    for (std::size_t i = sumsNs.size(); i-- > 0;) {
        if (sumsNs[i] > 0)
            times.layers[i].kernelsNs = sumsNs[i];
        if (const std::int64_t parent = analysis.layers[i].parent; exists(parent, sumsNs.size()))
            sumsNs[static_cast<std::size_t>(parent)] += sumsNs[i];
    }
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
    layers.resize(session.analysis->layers.size());
    operators.resize(session.analysis->operators.size());
    if (!session.layers)
        return;
    const SampleSet &runs = session.layers->instrumentedModel;
    const std::optional<double> modelNs = bareMedianNs(session);
    const auto fill = [&modelNs](ItemTime &time) {
        time.ns = time.share && modelNs ? std::optional(*time.share * *modelNs) : time.instrumentedNs;
    };
    for (const ItemLatency &latency : session.layers->items) {
        auto &times = latency.item.kind == ItemId::Kind::Layer ? layers : operators;
        if (!exists(latency.item.id, times.size()))
            continue;
        ItemTime &time = times[static_cast<std::size_t>(latency.item.id)];
        time.instrumentedNs = medianOf(latency.samples);
        time.share = timeShare(latency.samples, runs);
        fill(time);
    }
    if (!layers.empty() && !layers.front().instrumentedNs && medianOf(runs)) {
        layers.front().share = 1;
        layers.front().instrumentedNs = medianOf(runs);
        fill(layers.front());
    }
    addKernelTimes(session, *this);
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
    const OpenEnum<SampleFlag> pageFaults = SampleFlag::PageFaults;
    const bool waited = session.latency
        && std::ranges::find(session.latency->samples.flags, pageFaults) != session.latency->samples.flags.end();
    const bool inChannelsLast = session.layers && session.layers->execution.memoryFormat == MemoryFormat::ChannelsLast;
    for (std::size_t i = 0; i < m_operators.size(); ++i) {
        const Operator &op = m_analysis.operators[i];
        const CallTime time = ranHere() ? times.operators[i].call() : CallTime();
        Demand demand = demandOf(op, m_tf32);
        demand.isCopied = imagesAreCopied(op, device, inChannelsLast);
        const RoofTimes atRoofs = judge.timesOf(demand, time.ns);
        Verdict &verdict = m_operators[i];
        verdict = verdictOf(demand, atRoofs, time, m_thresholds);
        if (verdict.bound == Bound::Underutilized)
            verdict.underutilizedCauses = underutilizedCauses(op, device, { time.ns, waited, inChannelsLast });
        if (exists(op.layer, m_sums.size()))
            m_sums[static_cast<std::size_t>(op.layer)].add(demand, atRoofs, time, verdict, m_thresholds);
    }
}

void SessionJudgement::judgeLayersWithoutOperators(const RoofJudge &judge, const ItemTimes &times)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Layer &layer = m_analysis.layers[i];
        const bool isWhole = layer.leaf && m_sums[i].operators == 0;
        if (!isWhole || layer.cost == Cost())
            continue;
        const CallTime time = ranHere() ? times.layers[i].call() : CallTime();
        const Demand demand = demandOf(asOperator(layer), m_tf32);
        const RoofTimes atRoofs = judge.timesOf(demand, time.ns);
        m_sums[i].add(demand, atRoofs, time, verdictOf(demand, atRoofs, time, m_thresholds), m_thresholds);
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
        m_layers[i] = verdictOf(m_sums[i], ranHere() ? times.layers[i].call() : CallTime(), m_thresholds);
}

} // namespace rooflight
