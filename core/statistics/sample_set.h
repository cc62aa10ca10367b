// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"

#include <string_view>
#include <vector>

namespace ridgepoint {

/// What SampleSet::flags can say; stable identifiers of the record stream.
namespace SampleFlag {
inline constexpr std::string_view fewSamples = "few_samples"; ///< fewer than 30
inline constexpr std::string_view noisy = "noisy"; ///< CV above 2.5 %, or interquartile range above 10 % of the median
inline constexpr std::string_view veryNoisy = "very_noisy"; ///< interquartile range above 25 % of the median
/// The medians of first and second half differ by more than 2 % and their 95 % intervals do not overlap.
inline constexpr std::string_view drift = "drift";
/// Two heaps, as modality.h says: often two clocks of the device.
inline constexpr std::string_view bimodal = "bimodal";
/// Set by the measurement: other programs used more than a twentieth of the CPUs.
inline constexpr std::string_view otherLoad = "other_load";
/// Set by the measurement: a quota or the device held the run back.
inline constexpr std::string_view throttled = "throttled";
/// Set by the measurement: the memory of each call came newly from the kernel.
inline constexpr std::string_view pageFaults = "page_faults";
inline constexpr std::string_view hot = "hot"; ///< set by the measurement: heat held the clock down
/// Set by the measurement: the limit of its power held the device back.
inline constexpr std::string_view powerCapped = "power_capped";
inline constexpr std::string_view partial = "partial"; ///< set by the measurement: ended before it was done
} // namespace SampleFlag

/// A sample set with its summary and the flags above, except `partial`. Samples are in the order they were taken.
[[nodiscard]] SampleSet sampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

/// As above with what takes longer to work out: the bootstrap interval of the mean. For whole models, not for each of
/// thousands of operators.
[[nodiscard]] SampleSet headlineSampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

} // namespace ridgepoint
