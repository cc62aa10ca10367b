// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/modality.h"

#include "core/statistics/histogram.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <numeric>
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

} // namespace rooflight
