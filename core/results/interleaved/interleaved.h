// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/paired_trials.h"
#include "core/model/samples.h"
#include "core/results/result_traits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A model, or a way to run one, that took turns with others.
struct LatencyVariant {
    std::string model; ///< path
    Execution execution;
    std::int64_t block = 1; ///< calls behind one sample, as in ModelLatency
    SampleSet samples; ///< one a round
    double ratio = 1; ///< median over the rounds of its time over that of the first variant in the same round
    std::array<double, 2> ratioInterval = { 1, 1 }; ///< 95 %; it holds against the control, too
    OpenEnum<VariantVerdict> verdict;

    bool operator==(const LatencyVariant &) const = default;
};

/// Variants that were timed in rounds, each once a round in random order: what drifts meets all of them alike.
struct InterleavedLatency {
    Device device;
    std::int64_t batch = 1;
    std::vector<LatencyVariant> variants; ///< the others are compared with the first
    bool partial = false;
    std::optional<Conditions> conditions;
    /// The first once more in each round; absent if older versions timed none.
    std::optional<TrialControl> control = {};

    bool operator==(const InterleavedLatency &) const = default;
};

template<> struct ResultTraits<InterleavedLatency> {
    static constexpr std::string_view record = "interleaved";
    static constexpr RequestKind request = RequestKind::Latency;
    static constexpr EnumSet<RequestKind> others = { RequestKind::Report };
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const InterleavedLatency & /*result*/) { return true; }
};

/// Gives each variant the verdict that follows from its ratio and from the control.
void judgeVariants(InterleavedLatency &latency);

} // namespace rooflight
