// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rooflight {

/// Bars of equal width side by side. A bar holds its lower edge; the last one holds its upper edge too.
struct Histogram {
    double lowestEdge = 0;
    double binWidth = 0;
    std::vector<std::int64_t> counts; ///< empty without samples
    std::int64_t below = 0; ///< samples below the first bar; only if a range was given
    std::int64_t above = 0; ///< samples above the last bar; only if a range was given

    /// Lower edge of a bar; edge(counts.size()) is the upper edge of the last.
    [[nodiscard]] double edge(std::size_t bin) const { return lowestEdge + binWidth * static_cast<double>(bin); }

    bool operator==(const Histogram &) const = default;
};

inline constexpr std::size_t maximumBars = 200;

/// Bars over the whole range of the samples. Width after Freedman and Diaconis (1981), 2 IQR n^(-1/3); if the
/// quartiles coincide as many bars as Sturges (1926) says, log2(n) + 1. Never more than maximumBars. Equal samples
/// give one bar around their value. Values that are not finite are left out; a range that is not has no bars.
[[nodiscard]] Histogram histogram(std::span<const double> samples);

/// As above for the samples from `lowest` to `highest`, both included; the others are counted in below and above.
[[nodiscard]] Histogram histogramBetween(std::span<const double> samples, double lowest, double highest);

/// How many of other samples are in each of these bars; those beyond are left out, as are values that are not finite.
[[nodiscard]] std::vector<std::int64_t> countsIn(const Histogram &bars, std::span<const double> samples);

/// Where the picture of samples ends: if a few of them stretch far, five interquartile ranges above p99, or above
/// the highest percentile that so few samples have; else at the longest.
[[nodiscard]] double readableEnd(const SampleSet &samples);

/// Bars up to there; the rest is counted in Histogram::above.
[[nodiscard]] Histogram readableHistogram(const SampleSet &samples);

/// The same with bars over what is readable of the others, too, which are not counted.
[[nodiscard]] Histogram readableHistogram(const SampleSet &samples, const std::vector<const SampleSet *> &others);

/// The width of the bars is that of Sturges, not that of Freedman and Diaconis: see histogram().
[[nodiscard]] bool hasBarsOfSturges(const SampleSet &samples);

} // namespace rooflight
