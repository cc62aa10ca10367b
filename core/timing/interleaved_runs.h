// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/interleaved_latency.h"
#include "core/timing/run_sampler.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// Something that takes turns with others.
struct TurnTaker {
    std::string path; ///< of its model, for errors
    TimedCalls run;
};

/// Warms up one after the other, then goes on in rounds: each once, in random order, and before each sample a call that
/// nobody counts, as the one before left other data in the caches. Ends when the limits say of every one that it is
/// enough. Devices, models and executions of the result are left to the caller.
[[nodiscard]] Measured<InterleavedLatency> interleaveRuns(const std::vector<TurnTaker> &takers,
                                                          const TrialLimits &limits, const RunControl &control,
                                                          const SoFar<InterleavedLatency> &soFar = {});

} // namespace ridgepoint
