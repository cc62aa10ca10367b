// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"

#include <functional>
#include <vector>

namespace ridgepoint {

/// Middle of the best quarter of values of which greater is better.
inline constexpr double bestQuarterMiddle = 0.875;

/// How long one roof may be measured.
struct RepeatPlan {
    double minimumSeconds = 0;
    double maximumSeconds = 0;
    double relativeHalfWidth = 0; ///< of the value's interval: narrower is steady
    double fraction = bestQuarterMiddle; ///< the value is this quantile of the repeats
};

[[nodiscard]] RepeatPlan repeatPlan(Effort effort);

/// Visits of each roof of a CPU, spread over all the time.
[[nodiscard]] int visitRounds(Effort effort);

/// What all roofs, the warm-up and the first touch of the arrays may take together.
[[nodiscard]] double totalSeconds(Effort effort);

struct Repeats {
    std::vector<double> values; ///< in the order they were taken
    bool steady = false;
    bool ended = false; ///< by the caller
    double fraction = bestQuarterMiddle; ///< of the plan
};

/// Fewest repeats that can be called steady.
inline constexpr std::size_t fewestRepeats = 20;

/// Seconds of a clock that never goes back.
[[nodiscard]] double steadySeconds();

/// Calls `repeat` at least once, and on until its values are steady or their time is up. `keepGoing` gets the share of
/// that time after every repeat. `now` tells the time in seconds.
[[nodiscard]] Repeats repeatUntilSteady(const RepeatPlan &plan, const std::function<double()> &repeat,
                                        const std::function<bool(double share)> &keepGoing,
                                        const std::function<double()> &now = steadySeconds);

/// Value, interval, samples and flags of a roof: the quantile of the repeats that the plan names and its 95 % interval,
/// from order statistics. Flags: "few_samples", "unsteady", "partial". `repeats` is not empty.
void setValue(Roof &roof, const Repeats &repeats);

/// As above for repeats that were taken in several visits some time apart, of what drifts from one visit to the next.
/// Repeats of one visit share its memory and its moment, so their own interval is too narrow: this one holds that of
/// all repeats together and Student's 95 % interval of the mean of the visits' values (two to eleven of them).
/// "unsteady" where it is wider than 5 % to either side. Not below 0.
void setValue(Roof &roof, const std::vector<Repeats> &visits);

/// As above for what stays the same and can only be held up, as arithmetic and launches are: visits that others
/// disturbed say nothing of it. The interval holds that of all repeats together and the values of the two best visits
/// (the smallest where the plan names a quantile below the median). "unsteady" where it is wider than 1 % to either
/// side: no second visit confirms the best.
void setReachedValue(Roof &roof, const std::vector<Repeats> &visits);

} // namespace ridgepoint
