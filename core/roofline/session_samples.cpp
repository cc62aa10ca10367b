// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_samples.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rooflight {

SessionSamples::SessionSamples(Session session)
    : m_session(std::move(session))
{
    if (!m_session.layers)
        return;
    for (std::size_t i = 0; i < m_session.layers->items.size(); ++i)
        m_positions[m_session.layers->items[i].item] = i;
}

const SampleSet *SessionSamples::of(ItemId item) const
{
    const auto position = m_positions.find(item);
    if (position == m_positions.end())
        return nullptr;
    const SampleSet &samples = m_session.layers->items[position->second].samples;
    return samples.samplesNs.empty() ? nullptr : &samples;
}

const SampleSet *SessionSamples::ofModel() const
{
    if (m_session.latency)
        return &m_session.latency->samples;
    return m_session.layers ? &m_session.layers->instrumentedModel : nullptr;
}

namespace {

constexpr double outlierRanges = 1.5; // as Summary::outliers

double excessIn(const SampleSet &samples, std::size_t run)
{
    return samples.samplesNs[run] - medianOf(samples.samplesNs);
}

} // namespace

std::vector<std::size_t> slowestRuns(const SampleSet &samples, std::size_t most)
{
    const std::vector<double> &times = samples.samplesNs;
    std::vector<std::size_t> runs(times.size());
    std::iota(runs.begin(), runs.end(), std::size_t { 0 });
    std::erase_if(runs, [&times](std::size_t run) { return !std::isfinite(times[run]); });
    const auto end = runs.begin() + std::ptrdiff_t(std::min(most, runs.size()));
    std::ranges::partial_sort(runs, end, [&times](std::size_t one, std::size_t other) {
        return times[one] != times[other] ? times[one] > times[other] : one < other;
    });
    runs.erase(end, runs.end());
    return runs;
}

std::size_t slowRunCount(const SampleSet &samples)
{
    std::vector<double> sorted = samples.samplesNs;
    std::erase_if(sorted, [](double timeNs) { return !std::isfinite(timeNs); });
    if (std::ssize(sorted) < samplesNeeded(75))
        return 0;
    std::ranges::sort(sorted);
    const double upper = quantile(sorted, 0.75);
    const double limit = upper + outlierRanges * (upper - quantile(sorted, 0.25));
    return std::size_t(sorted.end() - std::ranges::upper_bound(sorted, limit));
}

std::optional<RunExcess> excessOf(const LayerLatencies &layers, std::size_t run)
{
    const std::size_t runs = layers.instrumentedModel.samplesNs.size();
    if (run >= runs)
        return std::nullopt;
    RunExcess excess;
    excess.excessNs = excessIn(layers.instrumentedModel, run);
    if (layers.unattributed.samplesNs.size() == runs)
        excess.betweenNs = excessIn(layers.unattributed, run);
    for (const ItemLatency &item : layers.items) {
        if (item.item.kind != ItemId::Kind::Operator || item.samples.samplesNs.size() != runs)
            continue; // a layer holds what its operators took
        const double itemNs = excessIn(item.samples, run);
        ++excess.all;
        excess.slower += itemNs > 0 ? 1 : 0;
        if (!excess.item || itemNs > excess.itemNs) {
            excess.item = item.item;
            excess.itemNs = itemNs;
        }
    }
    return excess;
}

} // namespace rooflight
