// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/explanation.h"
#include "core/model/verdict.h"

#include <optional>
#include <vector>

namespace rooflight {

/// What an experiment says of the time that it was to change.
enum class Effect {
    Faster, ///< the ratio lies below 0.9 and the whole interval below 0.97
    Slower, ///< the ratio lies above 1.1 and the whole interval above 1.03
    None, ///< the whole interval lies between 0.87 and 1.15
    Unclear, ///< also of fewer than six rounds
};

[[nodiscard]] Effect effectOf(const ExperimentResult &result);

struct FoundCause {
    ProvenCause id = ProvenCause::PageFaults;
    ExperimentResult evidence;
};

/// Whether its ratio says what part of the time it takes. That one thread works where half of them change nothing is no
/// part.
[[nodiscard]] bool hasShare(const FoundCause &cause);

/// What was judged, for the experiments to prove.
struct JudgedBound {
    Bound bound = Bound::None;
    bool byCache = false; ///< the slope that judges it is that of a cache
    double roofFraction = 0; ///< share of its time that the work takes at the roof that is said to limit it
};

/// What the experiments on one operator prove.
struct OperatorProof {
    std::optional<bool> proven; ///< its bound: true, false: contradicted; absent: not decided
    std::vector<FoundCause> causes; ///< of its time, the largest first
};

/// A cause is named where its interval excludes no effect and more than a tenth of the time is at stake: the
/// intervals hold against two equal processes, and those of another process are beyond what these differ by. A
/// bandwidth-bound operator waits for memory beside a neighbour that writes past the caches and, where that can be
/// tried, is faster with a small footprint; a launch-bound one spends more than half of eight calls less when they are
/// one; an underutilized one has a cause, or neither memory nor calling limits it. A cause contradicts a roof where it
/// takes more of the time than the work does at that roof. Where a cache
/// would be the limit and no small footprint can be tried, cores limit what takes longer with half of the threads and
/// as long beside the neighbour. That a neighbour makes no difference shows something only where two equal processes
/// differ by less than half (interval between 0.65 and 1.55).
[[nodiscard]] OperatorProof proofOf(const ExplainedOperator &op, const JudgedBound &judged, int threads);

} // namespace rooflight
