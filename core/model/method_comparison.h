// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Stable identifiers of the ways to time a model, in the order in which they are shown.
namespace TimingMethod {
inline constexpr std::string_view naive = "naive"; ///< host clock around the call: on CUDA the queueing only
inline constexpr std::string_view synchronized = "synchronized"; ///< host clock, the device idle before and after
inline constexpr std::string_view throughput = "throughput"; ///< host clock around many calls and one wait
inline constexpr std::string_view events = "events"; ///< a pair of events a call
inline constexpr std::string_view eventsHeld = "events_held"; ///< the same, all queued before the first kernel starts
inline constexpr std::string_view graphReplay = "graph_replay"; ///< events around the replay of a CUDA graph
inline constexpr std::string_view kernelSum = "kernel_sum"; ///< sum of the kernels' own times, from CUPTI
} // namespace TimingMethod

/// What one way of timing says of a model.
struct MethodTiming {
    std::string method;
    std::string unavailable; ///< why it does not apply here; empty when it was used
    SampleSet samples; ///< warm-up: its calls of a model just loaded
    Summary withoutWarmup; ///< of all calls, the first ones included
    double biasNs = 0; ///< median less the reference's
    double bias = 0; ///< the same as a share of the reference's median
    double firstCallsBias = 0; ///< mean of all calls over the mean of the warm ones, less 1

    bool operator==(const MethodTiming &) const = default;
};

/// What a comparison shows, in words.
struct MethodFinding {
    std::string code; ///< stable identifier: "queueing_only", "host_gaps", "cold_start", "agree", ...
    std::string method; ///< the one it is about
    std::string text;

    bool operator==(const MethodFinding &) const = default;
};

/// The same model timed in several ways, interleaved.
struct MethodComparison {
    Device device;
    Execution execution;
    std::int64_t batch = 1;
    std::string reference; ///< the method that the others are held against
    std::vector<MethodTiming> methods;
    std::vector<MethodFinding> findings;
    bool partial = false;
    std::optional<Conditions> conditions;

    bool operator==(const MethodComparison &) const = default;
};

} // namespace ridgepoint
