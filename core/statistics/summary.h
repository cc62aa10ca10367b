// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"

#include <array>
#include <span>
#include <vector>

namespace rooflight {

/// Value below which `fraction` (0..1) of the samples lie, interpolated linearly between order statistics (type 7 of
/// Hyndman and Fan 1996, the default of NumPy and R). `sorted` ascends and is not empty.
[[nodiscard]] double quantile(std::span<const double> sorted, double fraction);

/// Median of samples in any order; 0 without samples.
[[nodiscard]] double medianOf(std::vector<double> samples);

/// Median of the distances from `centre`, in any order; 0 without samples.
[[nodiscard]] double medianAbsoluteDeviation(std::span<const double> samples, double centre);

/// 95 % interval of a quantile (0 < fraction < 1) from order statistics: binomial, no assumption on the distribution,
/// deterministic. With fewer than samplesForInterval() it ends at the smallest or greatest sample, and on that side is
/// no bound that holds 95 %. `sorted` ascends and is not empty.
[[nodiscard]] std::array<double, 2> quantileInterval(std::span<const double> sorted, double fraction);

/// Ranks (from 0) of the two order statistics that quantileInterval() returns for `count` >= 1 samples.
[[nodiscard]] std::array<std::size_t, 2> quantileIntervalRanks(std::size_t count, double fraction);

/// Smallest number of samples for which a percentile means anything: 10 beyond p10/p90, 20 beyond p5/p95, 100 beyond
/// p1/p99, 1000 at p99.9, 4 for the quartiles.
[[nodiscard]] std::int64_t samplesNeeded(double percent);

/// Smallest number of samples of which quantileInterval() is a 95 % interval on both sides: 6 of the median, 72 of p95,
/// 368 of p99. All of fewer lie on one side of that percentile with more than 2.5 %.
[[nodiscard]] std::int64_t samplesForInterval(double percent);

/// All statistics of a set of durations in any order. Values that are not finite are left out. Without samples every
/// figure is 0; with fewer than four iqrNs and outliers are 0, as quartiles have no meaning there.
[[nodiscard]] Summary summarize(std::span<const double> samplesNs);

} // namespace rooflight
