// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"
#include "core/statistics/histogram.h"

#include <vector>

namespace rooflight {

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
