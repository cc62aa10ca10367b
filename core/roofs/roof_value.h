// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/sampling/sampler.h"

#include <optional>
#include <utility>
#include <vector>

namespace rooflight {

/// Middle of the best quarter of values of which greater is better.
inline constexpr double bestQuarterMiddle = 0.875;

/// Whether the 95 % interval of the quantile reaches no further to either side than this share of its value. The values
/// are not empty.
[[nodiscard]] bool isKnownWithin(double share, std::vector<double> values, double quantile);

/// Value, interval, samples and flags of a roof: the quantile of the repetitions and its 95 % interval, from order
/// statistics. Flags: "few_samples", "unsteady", "partial". `repetitions` are not empty.
void setValue(Roof &roof, const Repetitions &repetitions, double quantile = bestQuarterMiddle);

/// As above for repetitions in several rounds some time apart, for rates that drift from one round to the next.
/// Repetitions of one round share its memory and its moment, so their own interval is too narrow: this one holds that
/// of all repetitions together and Student's 95 % interval of the mean of the rounds' values (two to eleven of them).
/// "unsteady" if it is wider than 5 % to either side. Not below 0.
void setValue(Roof &roof, const std::vector<Repetitions> &rounds, double quantile = bestQuarterMiddle);

/// As above for rates that stay the same and can only be slowed down, such as arithmetic and launches: rounds that
/// other programs disturbed say nothing of them. The interval holds that of all repetitions together and the values of
/// the two best rounds (the smallest for a quantile below the median). "unsteady" if it is wider than 1 % to either
/// side: no second round confirms the best.
void setReachedValue(Roof &roof, const std::vector<Repetitions> &rounds, double quantile = bestQuarterMiddle);

/// The roofs of those entries that were measured, with their values as of what drifts. An entry has a `roof` without
/// its value, which is moved from, and `rounds`.
template<typename Entry> [[nodiscard]] std::vector<Roof> takeMeasuredRoofs(std::vector<Entry> &entries)
{
    std::vector<Roof> roofs;
    for (Entry &entry : entries) {
        if (entry.rounds.empty())
            continue;
        setValue(entry.roof, entry.rounds);
        roofs.push_back(std::move(entry.roof));
    }
    return roofs;
}

/// The clock while the roof's own rate was reached: the median over the better half of the repetitions. `clocksHz` has
/// one of each of them, 0 if it is not known; absent when none is.
[[nodiscard]] std::optional<double> clockAtRoof(const std::vector<double> &values, const std::vector<double> &clocksHz);

} // namespace rooflight
