// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/readable_histogram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace rooflight {

namespace {

/// What is readable of all of them.
std::array<double, 2> commonRange(const SampleSet &samples, const std::vector<const SampleSet *> &others)
{
    std::array range { samples.summary.minNs, readableEnd(samples) };
    for (const SampleSet *other : others) {
        range[0] = std::min(range[0], other->summary.minNs);
        range[1] = std::max(range[1], readableEnd(*other));
    }
    return range;
}

/// Bars of this width over a whole range, where there may be no samples; wider where there would be too many.
Histogram barsOver(const std::vector<double> &samples, double width, const std::array<double, 2> &range)
{
    const auto [low, high] = range;
    Histogram bars;
    bars.lowestEdge = low;
    bars.binWidth = std::max(width, (high - low) / static_cast<double>(maximumBars));
    if (!(bars.binWidth > 0) || !(high > low) || !std::isfinite(high - low) || !std::isfinite(bars.binWidth))
        return histogram(samples);
    const double count = std::ceil((high - low) / bars.binWidth);
    bars.counts.resize(static_cast<std::size_t>(std::clamp(count, 1.0, static_cast<double>(maximumBars))));
    bars.counts = countsIn(bars, samples);
    bars.below = std::ranges::count_if(samples, [&bars](double sample) { return sample < bars.edge(0); });
    bars.above =
        std::ranges::count_if(samples, [&bars](double sample) { return sample > bars.edge(bars.counts.size()); });
    return bars;
}

} // namespace

double readableEnd(const SampleSet &samples)
{
    const Summary &summary = samples.summary;
    // So few samples that p99 is one of them, perhaps the one that stretches far.
    double high = summary.medianNs;
    for (const double percent : { 99.0, 95.0, 90.0, 75.0 }) {
        if (const auto percentile = summary.percentile(percent)) {
            high = std::max(high, *percentile);
            break;
        }
    }
    const double upper = high + 5 * summary.iqrNs;
    return summary.iqrNs > 0 && summary.maxNs > upper ? upper : summary.maxNs;
}

Histogram readableHistogram(const SampleSet &samples)
{
    const Summary &summary = samples.summary;
    const double end = readableEnd(samples);
    if (end < summary.maxNs)
        return histogramBetween(samples.samplesNs, summary.minNs, end);
    return histogram(samples.samplesNs);
}

Histogram readableHistogram(const SampleSet &samples, const std::vector<const SampleSet *> &others)
{
    const Histogram alone = readableHistogram(samples);
    return others.empty() ? alone : barsOver(samples.samplesNs, alone.binWidth, commonRange(samples, others));
}

bool hasBarsOfSturges(const SampleSet &samples)
{
    return !(samples.summary.iqrNs > 0);
}

} // namespace rooflight
