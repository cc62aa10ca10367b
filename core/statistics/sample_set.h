// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// Whether the samples have two modes, as those of a device that switches between two clocks do. Looked at is the
/// histogram of what lies between the 1st and the 99th percentile, smoothed with 1 2 1: two of its peaks are at least
/// 2 % of the median apart, the valley between them is at most half as high as the lower one, and on either side of the
/// valley lies at least a tenth of the samples. Never for fewer than 100 samples.
[[nodiscard]] bool isBimodal(std::span<const double> samples);

/// 95 % interval of the mean: percentile bootstrap (Efron 1979), the 2.5th and 97.5th percentile of the means of
/// 2,000,000 / n resamples, at least 200 and at most 2000. Resampling is the same at every call. `nullopt` for fewer
/// than two samples.
[[nodiscard]] std::optional<std::array<double, 2>> bootstrapMeanInterval(std::span<const double> samples);

/// A sample set with its summary and the flags that follow from the samples, which are in the order they were taken.
[[nodiscard]] SampleSet sampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

/// As above with what takes longer to work out: the bootstrap interval of the mean. For whole models, not for each of
/// thousands of operators.
[[nodiscard]] SampleSet headlineSampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

} // namespace rooflight
