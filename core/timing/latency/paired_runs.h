// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/paired_trials.h"
#include "core/sampling/sampler.h"
#include "core/timing/latency/sampled_runs.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// One of several that are compared with the first.
struct PairedVariant {
    TimedCalls run; ///< throws what ends it
    double perItem = 1; ///< its times are multiplied by this before they are compared: the first's items over its own
    bool isControl = false; ///< equal to the first: the intervals of the others hold against it, too
};

struct PairedLimits {
    WarmupLimits warmup { .minimumCount = 2 };
    std::int64_t minimumRounds = 8; ///< fewer say nothing about an interval of 95 %
    double relativeHalfWidth = 0.01; ///< of the ratio's interval: known well enough
    bool dropsSlower = true; ///< false: all go on to the end
    double seconds = 10; ///< by the clock, of the rounds; up to three times that if minimumRounds take so long
    /// Whether other programs used the CPUs since its last call. Empty: not looked at.
    std::function<bool()> hadOtherLoad = {};
};

/// What one variant took, and how that compares with the first.
struct PairedRuns {
    SampledRuns runs; ///< fewer samples than the first if it left early
    double ratio = 1; ///< median over its rounds of its time over that of the first in the same round
    std::array<double, 2> ratioInterval = { 1, 1 }; ///< 95 %; it holds against the control, too
    ComposedText failure; ///< what ended it; empty: nothing
};

struct PairedResult {
    std::vector<PairedRuns> variants; ///< as given
    bool partial = false; ///< stopped from outside
    TrialControl control = {}; ///< what the variant that is the control shows; no rounds if none is
};

/// Warms up one variant after the other, then goes on in rounds: each once, in random order, and before each sample a
/// call that does not count, unless calls take long. A variant takes no more part when it fails, and if slower
/// ones are dropped, when it is slower than the first for certain after minimumRounds, or when it took half as long
/// again in each of the first three; the control stays. Ends when each ratio is known well enough or the time is over.
/// The results leave out rounds in which other programs used the CPUs; if fewer than roundsOfInterval are left, they
/// hold all rounds, and the control says that there was other load. Errors: that of the first variant.
[[nodiscard]] Measured<PairedResult> pairRuns(const std::vector<PairedVariant> &variants, const PairedLimits &limits,
                                              const MeasurementContext &context,
                                              const SnapshotSink<PairedResult> &sink = {});

} // namespace rooflight
