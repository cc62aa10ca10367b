// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/histogram.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

namespace rooflight {

namespace {

std::size_t barCount(std::span<const double> sorted)
{
    const double count = static_cast<double>(sorted.size());
    const double range = sorted.back() - sorted.front();
    const double width = 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / std::cbrt(count);
    const double bars = width > 0 ? std::ceil(range / width) : std::ceil(std::log2(count)) + 1;
    return static_cast<std::size_t>(std::clamp(bars, 1.0, static_cast<double>(maximumBars)));
}

std::size_t barOf(const Histogram &histogram, double value)
{
    const std::size_t last = histogram.counts.size() - 1;
    auto bar = static_cast<std::size_t>((value - histogram.lowestEdge) / histogram.binWidth);
    bar = std::min(bar, last);
    // The division rounds; the edges decide.
    if (bar > 0 && value < histogram.edge(bar))
        --bar;
    else if (bar < last && value >= histogram.edge(bar + 1))
        ++bar;
    return bar;
}

Histogram oneBar(double value, std::size_t count)
{
    const double width = value == 0 ? 1 : std::abs(value) / 100;
    return { value - width / 2, width, { static_cast<std::int64_t>(count) }, 0, 0 };
}

Histogram binned(std::span<const double> sorted)
{
    if (sorted.empty() || !std::isfinite(sorted.back() - sorted.front()))
        return {};
    if (sorted.front() == sorted.back())
        return oneBar(sorted.front(), sorted.size());

    Histogram histogram;
    const std::size_t bars = barCount(sorted);
    histogram.lowestEdge = sorted.front();
    histogram.binWidth = (sorted.back() - sorted.front()) / static_cast<double>(bars);
    histogram.counts.assign(bars, 0);
    for (const double value : sorted)
        ++histogram.counts[barOf(histogram, value)];
    return histogram;
}

std::vector<double> sortedFinite(std::span<const double> samples)
{
    std::vector<double> sorted;
    sorted.reserve(samples.size());
    std::ranges::copy_if(samples, std::back_inserter(sorted), [](double value) { return std::isfinite(value); });
    std::ranges::sort(sorted);
    return sorted;
}

} // namespace

Histogram histogram(std::span<const double> samples)
{
    return binned(sortedFinite(samples));
}

Histogram histogramBetween(std::span<const double> samples, double lowest, double highest)
{
    const std::vector<double> sorted = sortedFinite(samples);
    const auto first = std::ranges::lower_bound(sorted, lowest);
    const auto last = std::ranges::upper_bound(sorted, highest);
    if (first >= last)
        return { lowest, 0, {}, std::distance(sorted.begin(), first), std::distance(first, sorted.end()) };
    Histogram histogram = binned({ first, last });
    histogram.below = std::distance(sorted.begin(), first);
    histogram.above = std::distance(last, sorted.end());
    return histogram;
}

std::vector<std::int64_t> countsIn(const Histogram &bars, std::span<const double> samples)
{
    std::vector<std::int64_t> counts(bars.counts.size());
    if (counts.empty() || !(bars.binWidth > 0))
        return counts;
    for (const double sample : samples) {
        if (sample >= bars.edge(0) && sample <= bars.edge(counts.size()))
            ++counts[barOf(bars, sample)];
    }
    return counts;
}

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
