// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// How a variant compares with the first.
enum class VariantVerdict {
    Baseline, ///< the first itself
    Faster, ///< the interval of the ratio lies below 1
    Slower, ///< the interval lies above 1
    Same, ///< the interval holds 1 and nothing further than 2 % from it
    Unclear, ///< the interval holds 1 and is wider
};

template<>
inline constexpr auto enumNames<VariantVerdict> = EnumNames<VariantVerdict, 5> { {
    { VariantVerdict::Baseline, "baseline" },
    { VariantVerdict::Faster, "faster" },
    { VariantVerdict::Slower, "slower" },
    { VariantVerdict::Same, "same" },
    { VariantVerdict::Unclear, "unclear" },
} };

/// From so many on, the median over the rounds has an interval of 95 %.
inline constexpr std::int64_t roundsOfInterval = 6;

/// Of \p rounds that are too few for an interval: so far above the first in each of at least three that it is no
/// chance.
[[nodiscard]] bool isFarSlower(const std::array<double, 2> &interval, std::int64_t rounds);

/// From the 95 % interval of the ratio of its times to those of the first; never Baseline.
[[nodiscard]] VariantVerdict verdictOfRatio(const std::array<double, 2> &interval);

/// A model, or a way to run one, that took turns with others.
struct LatencyVariant {
    std::string model; ///< path
    Execution execution;
    std::int64_t block = 1; ///< calls behind one sample, as in ModelLatency
    SampleSet samples; ///< one a round
    double ratio = 1; ///< median over the rounds of its time over that of the first variant in the same round
    std::array<double, 2> ratioInterval = { 1, 1 }; ///< 95 %
    OpenEnum<VariantVerdict> verdict;

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

} // namespace rooflight
