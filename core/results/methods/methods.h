// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/samples.h"
#include "core/results/result_traits.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// The ways to time a model, in the order in which they are shown.
enum class TimingMethod {
    Naive, ///< host clock around the call: on CUDA the queueing only
    Synchronized, ///< host clock, the device idle before and after
    Throughput, ///< host clock around many calls and one wait
    Events, ///< a pair of events a call
    EventsHeld, ///< the same, all queued before the first kernel starts
    GraphReplay, ///< events around the replay of a CUDA graph
    KernelSum, ///< sum of the kernels' own times, from CUPTI
};

template<>
inline constexpr auto enumNames<TimingMethod> = EnumNames<TimingMethod, 7> { {
    { TimingMethod::Naive, "naive" },
    { TimingMethod::Synchronized, "synchronized" },
    { TimingMethod::Throughput, "throughput" },
    { TimingMethod::Events, "events" },
    { TimingMethod::EventsHeld, "events_held" },
    { TimingMethod::GraphReplay, "graph_replay" },
    { TimingMethod::KernelSum, "kernel_sum" },
} };

/// What one way of timing says of a model.
struct MethodTiming {
    OpenEnum<TimingMethod> method;
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
    OpenEnum<TimingMethod> method; ///< the one it is about
    std::string text; ///< textOf() in English

    bool operator==(const MethodFinding &) const = default;
};

/// The same model timed in several ways, interleaved.
struct MethodComparison {
    Device device;
    Execution execution;
    std::int64_t batch = 1;
    OpenEnum<TimingMethod> reference; ///< the method that the others are compared with
    std::vector<MethodTiming> methods;
    std::vector<MethodFinding> findings;
    bool partial = false;
    std::optional<Conditions> conditions;

    bool operator==(const MethodComparison &) const = default;
};

template<> struct ResultTraits<MethodComparison> {
    static constexpr std::string_view record = "methods";
    static constexpr RequestKind request = RequestKind::Methods;
    static constexpr EnumSet<RequestKind> others = {};
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const MethodComparison & /*result*/) { return true; }
};

/// Null where there is no such method.
[[nodiscard]] const MethodTiming *timingOf(const MethodComparison &comparison, const OpenEnum<TimingMethod> &method);

/// What a finding of a comparison says, by its code and the times; its own words if the code is of a later version.
[[nodiscard]] ComposedText textOf(const MethodFinding &finding, const MethodComparison &comparison,
                                  bool asynchronousDevice);

/// The same of a whole result, which names its device.
[[nodiscard]] inline ComposedText textOf(const MethodFinding &finding, const MethodComparison &comparison)
{
    return textOf(finding, comparison, comparison.device.kind != "cpu");
}

} // namespace rooflight
