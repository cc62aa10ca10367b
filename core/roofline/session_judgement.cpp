// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_judgement.h"

#include "core/roofline/judging_roofs.h"
#include "core/roofline/kernel_causes.h"
#include "core/roofline/underutilized_causes.h"

namespace rooflight {

namespace {

/// Roofs of another GPU judge nothing, even if it is of the same model.
bool judgesDevice(const DeviceRoofs &peaks, const Device &device)
{
    if (peaks.theoretical || device.kind.empty() || peaks.device.kind.empty())
        return true;
    const bool otherUnit = !device.uuid.empty() && !peaks.device.uuid.empty() && peaks.device.uuid != device.uuid;
    return peaks.device.kind == device.kind && !otherUnit;
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
    const bool waited = session.latency && hasFlag(session.latency->samples.flags, SampleFlag::PageFaults);
    const bool inChannelsLast = session.layers && session.layers->execution.memoryFormat == MemoryFormat::ChannelsLast;
    const GpuFacts gpu = gpuFactsOf(session, m_peaks);
    std::vector<OperatorKernels> kernels = session.layers ? kernelsOf(*session.layers, m_operators.size())
                                                          : std::vector<OperatorKernels>(m_operators.size());
    for (std::size_t i = 0; i < m_operators.size(); ++i) {
        const Operator &op = m_analysis.operators[i];
        const CallTime time = ranHere() ? times.operators[i].call() : CallTime();
        Demand demand = demandOf(op, m_tf32);
        demand.isCopied = imagesAreCopied(op, device, inChannelsLast);
        const RoofTimes atRoofs = judge.timesOf(demand, time.ns);
        Verdict &verdict = m_operators[i];
        verdict = verdictOf(demand, atRoofs, time, m_thresholds);
        if (verdict.bound == Bound::Underutilized) {
            kernels[i].ofNs = time.kernelsNs.value_or(0);
            verdict.underutilizedCauses =
                underutilizedCauses(op, device, { time.ns, waited, inChannelsLast, kernels[i], &gpu });
        }
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
        m_layers[i] = verdictOf(m_sums[i], ranHere() ? times.layers[i].ns : std::nullopt, m_thresholds);
}

} // namespace rooflight
