// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/bare_runs.h"
#include "core/roofline/item_times.h"

#include <algorithm>
#include <numeric>

namespace rooflight {

namespace {

/// Of one run.
double sumNs(const std::vector<KernelUse> &kernels)
{
    return std::accumulate(kernels.begin(), kernels.end(), 0.0,
                           [](double sum, const KernelUse &kernel) { return sum + kernel.timeNs; });
}

void addTo(std::optional<double> &sum, std::optional<double> part)
{
    if (part)
        sum = sum.value_or(0) + *part;
}

} // namespace

void ItemTimes::takeKernels(const Session &session)
{
    bool listed = false;
    double otherKernelsNs = 0; // that no operator launched
    for (const ItemLatency &latency : session.layers->items) {
        if (latency.kernels.empty())
            continue;
        const bool isOperator = latency.item.kind == ItemId::Kind::Operator;
        if (!isOperator || !exists(latency.item.id, operators.size())) {
            otherKernelsNs += sumNs(latency.kernels);
            continue;
        }
        operators[static_cast<std::size_t>(latency.item.id)].kernelsNs = sumNs(latency.kernels);
        listed = true;
    }
    if (!listed)
        return;
    const std::optional<double> modelNs = bareMedianNs(session);
    divideAmongOperators(modelNs, otherKernelsNs);
    addUpLayers(*session.analysis, modelNs);
}

/// Without a time of the model: all that was observed.
void ItemTimes::divideAmongOperators(std::optional<double> modelNs, double otherKernelsNs)
{
    double kernelsNs = otherKernelsNs;
    double observedNs = 0; // beyond the kernels
    const auto beyondKernels = [](const ItemTime &time) {
        return std::max(0.0, time.instrumentedNs.value_or(0) - time.kernelsNs.value_or(0));
    };
    for (const ItemTime &time : operators) {
        kernelsNs += time.kernelsNs.value_or(0);
        observedNs += beyondKernels(time);
    }
    // Kernels that overlapped, or ran slower while they were listed, took more together than a run does.
    const double runNs = modelNs.value_or(kernelsNs + observedNs);
    const double fit = std::min(1.0, runNs / kernelsNs);
    const double beyondNs = std::max(0.0, runNs - kernelsNs);
    for (ItemTime &time : operators) {
        if (!time.instrumentedNs && !time.kernelsNs)
            continue;
        if (time.kernelsNs)
            *time.kernelsNs *= fit;
        time.betweenKernelsNs = observedNs > 0 ? beyondNs * beyondKernels(time) / observedNs : 0;
        time.ns = time.kernelsNs.value_or(0) + *time.betweenKernelsNs;
        if (modelNs)
            time.share = *time.ns / *modelNs;
    }
}

/// A layer whose operators were not timed keeps its share of the instrumented run.
void ItemTimes::addUpLayers(const Analysis &analysis, std::optional<double> modelNs)
{
    std::vector<ItemTime> sums(layers.size());
    for (std::size_t i = 0; i < analysis.operators.size(); ++i) {
        if (!exists(analysis.operators[i].layer, sums.size()))
            continue;
        ItemTime &sum = sums[static_cast<std::size_t>(analysis.operators[i].layer)];
        addTo(sum.ns, operators[i].ns);
        addTo(sum.kernelsNs, operators[i].kernelsNs);
        addTo(sum.betweenKernelsNs, operators[i].betweenKernelsNs);
    }
    // Parents precede their children.
    for (std::size_t i = sums.size(); i-- > 0;) {
        if (!sums[i].ns)
            continue;
        layers[i].ns = sums[i].ns;
        if (modelNs)
            layers[i].share = *sums[i].ns / *modelNs;
        layers[i].kernelsNs = sums[i].kernelsNs;
        layers[i].betweenKernelsNs = sums[i].betweenKernelsNs;
        if (!exists(analysis.layers[i].parent, sums.size()))
            continue;
        ItemTime &parent = sums[static_cast<std::size_t>(analysis.layers[i].parent)];
        addTo(parent.ns, sums[i].ns);
        addTo(parent.kernelsNs, sums[i].kernelsNs);
        addTo(parent.betweenKernelsNs, sums[i].betweenKernelsNs);
    }
}

} // namespace rooflight
