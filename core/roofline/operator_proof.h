// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/paired_trials.h"
#include "core/model/verdict.h"
#include "core/results/explanation/explanation.h"

#include <array>
#include <optional>
#include <vector>

namespace rooflight {

/// What an experiment says of the time that it was to change.
enum class Effect {
    Faster, ///< the ratio lies below 0.9 and the whole interval below 0.97
    Slower, ///< the ratio lies above 1.1 and the whole interval above 1.03
    None, ///< the whole interval lies between 0.87 and 1.15
    Unclear, ///< also of fewer than six rounds, and if the control leaves a doubt
};

/// The control of the experiments on \p op, which is one of \p explanation's.
[[nodiscard]] TrialControl controlOf(const Explanation &explanation, const ExplainedOperator &op);

/// What the kernel counted, a quota and a host that took time, holds whatever the control shows.
[[nodiscard]] Effect effectOf(const ExperimentResult &result, const TrialControl &control);

struct FoundCause {
    ProvenCause id = ProvenCause::PageFaults;
    ExperimentResult evidence;
};

/// Whether the interval of Experiment::MemoryLoad says that the call waits for main memory, or that it does not.
[[nodiscard]] bool decidesMemory(const std::array<double, 2> &interval);

/// Whether its ratio says what part of the time it takes. That one thread works where half of them change nothing is no
/// part.
[[nodiscard]] bool hasShare(const FoundCause &cause);

/// What was judged, for the experiments to prove.
struct JudgedBound {
    Bound bound = Bound::None;
    bool byCache = false; ///< the slope that judges it is that of a cache
    double roofFraction = 0; ///< share of its time that the work takes at the roof that is said to limit it
    bool onGpu = false; ///< if it was called again
};

/// What the experiments on one operator prove.
struct OperatorProof {
    std::optional<bool> proven; ///< its bound: true, false: contradicted; absent: not decided
    std::vector<FoundCause> causes; ///< of its time, the largest first
    TrialDoubt doubt = TrialDoubt::None; ///< if there is one, nothing is proven and only what was counted is a cause
};

/// What experiments say of the verdict on an item: of the operator that takes most of its time.
struct ProvenFinding {
    std::optional<bool> proven; ///< as OperatorProof::proven
    std::optional<FoundCause> cause; ///< the largest that was found
};

/// If \p control leaves a doubt, experiments decide nothing. Otherwise:
/// - One that failed or had too few rounds might have spoken against a bound: what follows only where it cannot be
///   tried is then not decided, and what others show stays.
/// - A cause is named if its interval excludes no effect and more than a tenth of the time is at stake: the intervals
///   hold against two equal processes, and lie beyond what these differ by.
/// - A bandwidth-bound operator waits for memory under a background load that writes past the caches and, where that
///   can be tried, is faster with a small footprint.
/// - A launch-bound one spends more than half of eight calls less when they are one.
/// - An underutilized one has a cause, or neither memory nor calling limits it: merged calls contradict it where their
///   whole interval lies below that of every cause, and leave it undecided where it overlaps one that may take less
///   than half of the time.
/// - A cause contradicts a roof where it takes more of the time than the work does at that roof, so that below half of
///   the roof one whose experiment failed leaves it undecided.
/// - Where a cache would be the limit and no small footprint can be tried, cores limit what takes longer with half of
///   the threads and as long under the background load.
/// On a GPU:
/// - A copy that moves as many bytes takes most of the time of an operator that waits for memory, and less than 0.4 of
///   that of one that does not; what no half type makes faster does not wait for it either.
/// - A launch-bound one takes less than 0.6 of its time in a graph.
/// - What gains at a larger batch, by more than bytes that all items share can explain, does not fill the GPU.
[[nodiscard]] OperatorProof proofOf(const ExplainedOperator &op, const TrialControl &control, const JudgedBound &judged,
                                    int threads);

} // namespace rooflight
