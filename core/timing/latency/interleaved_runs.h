// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/interleaved/interleaved.h"
#include "core/timing/latency/sampled_runs.h"

#include <string>
#include <vector>

namespace rooflight {

/// One of several things that are timed interleaved.
struct TimedVariant {
    std::string path; ///< of its model, for errors
    TimedCalls run;
};

/// Warms up one variant after the other, then goes on in rounds: each once, in random order, and before each sample a
/// call that does not count, as the variant before left other data in the caches. If there are several, the first
/// takes part twice: its second time is the control. Ends when the limits are met by every one. Devices, models and
/// executions of the result are left to the caller.
[[nodiscard]] Measured<InterleavedLatency> interleaveRuns(const std::vector<TimedVariant> &variants,
                                                          const TrialLimits &limits, const MeasurementContext &context,
                                                          const SnapshotSink<InterleavedLatency> &sink = {});

} // namespace rooflight
