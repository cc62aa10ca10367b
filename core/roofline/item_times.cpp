// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/item_times.h"

#include "core/roofline/bare_runs.h"

#include <algorithm>

namespace rooflight {

namespace {

std::optional<double> ratio(double part, double whole)
{
    return part > 0 && whole > 0 ? std::optional(part / whole) : std::nullopt;
}

/// Share that an item takes of the instrumented model: the mean of its shares in each run. Shares of one run add up to
/// 1 whatever the machine did meanwhile, and so do their means; ratios of medians do not. Without samples of the same
/// runs the ratio of the means, else of the medians.
std::optional<double> timeShare(const SampleSet &item, const SampleSet &model)
{
    const std::vector<double> &parts = item.samplesNs;
    const std::vector<double> &wholes = model.samplesNs;
    const bool sameRuns = !parts.empty() && parts.size() == wholes.size();
    if (sameRuns && std::ranges::all_of(wholes, [](double whole) { return whole > 0; })) {
        double sum = 0;
        for (std::size_t run = 0; run < parts.size(); ++run)
            sum += parts[run] / wholes[run];
        return sum / static_cast<double>(parts.size());
    }
    if (item.summary.count == 0 || model.summary.count == 0)
        return std::nullopt;
    const std::optional<double> ofMeans = ratio(item.summary.meanNs, model.summary.meanNs);
    return ofMeans ? ofMeans : ratio(item.summary.medianNs, model.summary.medianNs);
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
    takeShares(session);
    takeKernels(session);
}

void ItemTimes::takeShares(const Session &session)
{
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
}

Coverage coverageOf(const Session &session)
{
    std::vector<std::optional<double>> timesNs;
    for (const ItemTime &time : ItemTimes(session).operators)
        timesNs.push_back(time.ns);
    return coverageOf(*session.analysis, timesNs);
}

std::optional<Summary> tableTimes(const Session &session, ItemId item, const Summary &instrumented,
                                  std::optional<double> timeNs)
{
    const std::optional<BareRuns> bare = bareRuns(session);
    if (!bare || !timeNs)
        return std::nullopt;
    const bool isModel = item == ItemId { ItemId::Kind::Layer, 0 };
    const bool isAlone = session.latency && bare->samples == &session.latency->samples;
    return isModel && isAlone ? bare->samples->summary : onBareBase(instrumented, *bare, *timeNs);
}

} // namespace rooflight
