// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/sample_set.h"

#include "core/statistics/histogram.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace rooflight {

namespace {

constexpr std::size_t minSamplesForModes = 100;
constexpr double minModeShare = 0.1; ///< of all samples
constexpr double smallestDistance = 0.02; ///< of the median
constexpr double deepestValley = 0.5; ///< of the lower peak

std::vector<double> smoothed(const std::vector<std::int64_t> &counts)
{
    const auto at = [&counts](std::ptrdiff_t i) {
        return i < 0 || i >= std::ssize(counts) ? 0.0 : static_cast<double>(counts[static_cast<std::size_t>(i)]);
    };
    std::vector<double> heights(counts.size());
    for (std::ptrdiff_t i = 0; i < std::ssize(counts); ++i)
        heights[static_cast<std::size_t>(i)] = (at(i - 1) + 2 * at(i) + at(i + 1)) / 4;
    return heights;
}

/// Whether a bar is a valley that separates the bars into two modes.
bool isValley(const std::vector<double> &heights, std::size_t bar, double barWidth, double median)
{
    const auto valley = heights.begin() + static_cast<std::ptrdiff_t>(bar);
    const auto left = std::max_element(heights.begin(), valley);
    const auto right = std::max_element(valley + 1, heights.end());
    if (*valley > deepestValley * std::min(*left, *right))
        return false;
    if (static_cast<double>(right - left) * barWidth < smallestDistance * median)
        return false;
    const double all = std::accumulate(heights.begin(), heights.end(), 0.0);
    const double below = std::accumulate(heights.begin(), valley, 0.0);
    const double above = std::accumulate(valley + 1, heights.end(), 0.0);
    return std::min(below, above) >= minModeShare * all;
}

} // namespace

bool isBimodal(std::span<const double> samples)
{
    if (samples.size() < minSamplesForModes)
        return false;
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const Histogram bars = histogramBetween(sorted, quantile(sorted, 0.01), quantile(sorted, 0.99));
    if (bars.counts.size() < 3)
        return false;
    const std::vector<double> heights = smoothed(bars.counts);
    const double median = quantile(sorted, 0.5);
    for (std::size_t bar = 1; bar + 1 < heights.size(); ++bar) {
        if (isValley(heights, bar, bars.binWidth, median))
            return true;
    }
    return false;
}

namespace {

constexpr std::size_t drawsInAll = 2'000'000;
constexpr std::size_t minResamples = 200;
constexpr std::size_t maxResamples = 2000;

/// Knuth's MMIX generator: a fixed sequence that any language can repeat.
class IndexDraw
{
public:
    explicit IndexDraw(std::size_t count)
        : m_count(count)
    {
    }

    std::size_t operator()()
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(((m_state >> 33) * m_count) >> 31);
    }

private:
    std::uint64_t m_count;
    std::uint64_t m_state = 12345;
};

} // namespace

std::optional<std::array<double, 2>> bootstrapMeanInterval(std::span<const double> samples)
{
    const std::size_t count = samples.size();
    if (count < 2)
        return std::nullopt;
    IndexDraw draw(count);
    std::vector<double> means(std::clamp(drawsInAll / count, minResamples, maxResamples));
    for (double &mean : means) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i)
            sum += samples[draw()];
        mean = sum / static_cast<double>(count);
    }
    std::ranges::sort(means);
    return std::array { quantile(means, 0.025), quantile(means, 0.975) };
}

namespace {

constexpr std::int64_t enoughSamples = 30;

bool drifts(std::span<const double> samples)
{
    const std::size_t half = samples.size() / 2;
    const Summary first = summarize(samples.first(half));
    const Summary second = summarize(samples.last(half));
    if (first.count < 5 || second.count < 5 || first.medianNs == 0)
        return false;
    const bool apart = first.medianIntervalNs[1] < second.medianIntervalNs[0]
        || second.medianIntervalNs[1] < first.medianIntervalNs[0];
    return apart && std::abs(second.medianNs - first.medianNs) > 0.02 * first.medianNs;
}

} // namespace

SampleSet sampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs)
{
    SampleSet set;
    set.warmupNs = std::move(warmupNs);
    set.samplesNs = std::move(samplesNs);
    set.summary = summarize(set.samplesNs);

    const Summary &summary = set.summary;
    if (summary.count < enoughSamples)
        set.flags.emplace_back(SampleFlag::FewSamples);
    if (summary.cv > 0.025 || summary.iqrNs > 0.10 * summary.medianNs)
        set.flags.emplace_back(SampleFlag::Noisy);
    if (summary.iqrNs > 0.25 * summary.medianNs)
        set.flags.emplace_back(SampleFlag::VeryNoisy);
    if (drifts(set.samplesNs))
        set.flags.emplace_back(SampleFlag::Drift);
    if (isBimodal(set.samplesNs))
        set.flags.emplace_back(SampleFlag::Bimodal);
    return set;
}

SampleSet headlineSampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs)
{
    SampleSet set = sampleSet(std::move(warmupNs), std::move(samplesNs));
    set.summary.meanIntervalNs = bootstrapMeanInterval(set.samplesNs);
    return set;
}

} // namespace rooflight
