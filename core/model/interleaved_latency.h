// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Stable identifiers of what a variant is beside the first.
namespace VariantVerdict {
inline constexpr std::string_view baseline = "baseline"; ///< the first itself
inline constexpr std::string_view faster = "faster"; ///< the interval of the ratio lies below 1
inline constexpr std::string_view slower = "slower"; ///< the interval lies above 1
inline constexpr std::string_view same = "same"; ///< the interval holds 1 and nothing further than 2 % from it
inline constexpr std::string_view unclear = "unclear"; ///< the interval holds 1 and is wider
} // namespace VariantVerdict

/// A model, or a way to run one, that took turns with others.
struct LatencyVariant {
    std::string model; ///< path
    Execution execution;
    std::int64_t block = 1; ///< calls behind one sample, as in ModelLatency
    SampleSet samples; ///< one a round
    double ratio = 1; ///< median over the rounds of its time over that of the first variant in the same round
    std::array<double, 2> ratioInterval = { 1, 1 }; ///< 95 %
    std::string verdict; ///< VariantVerdict

    bool operator==(const LatencyVariant &) const = default;
};

/// Variants that were timed in rounds, each once a round in random order: what drifts meets all of them alike.
struct InterleavedLatency {
    Device device;
    std::int64_t batch = 1;
    std::vector<LatencyVariant> variants; ///< the first is what the others are held against
    bool partial = false;
    std::optional<Conditions> conditions;

    bool operator==(const InterleavedLatency &) const = default;
};

} // namespace ridgepoint
