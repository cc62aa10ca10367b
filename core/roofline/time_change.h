// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/samples.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace rooflight {

/// What became of something from one session to another.
enum class Change {
    Same, ///< no more than 2 % apart, and known as well as that
    Faster,
    Slower,
    Unclear, ///< the 95 % intervals overlap, and are wider than 2 %
    Added, ///< in the second session only
    Removed, ///< in the first session only
    Unmeasured, ///< there is no time in one of them
};

template<>
inline constexpr auto enumNames<Change> = EnumNames<Change, 7> { {
    { Change::Same, "same" },
    { Change::Faster, "faster" },
    { Change::Slower, "slower" },
    { Change::Unclear, "unclear" },
    { Change::Added, "added" },
    { Change::Removed, "removed" },
    { Change::Unmeasured, "unmeasured" },
} };

/// A time in both sessions: medians and their 95 % intervals.
struct TimeChange {
    std::optional<double> beforeNs;
    std::optional<double> afterNs;
    std::optional<double> ratio; ///< after / before
    Change change = Change::Unmeasured;
    /// From the interval after over that before: it holds no 1 if the two do not overlap.
    std::optional<std::array<double, 2>> ratioInterval = std::nullopt;

    /// After minus before; an absent layer counts as 0 ns.
    [[nodiscard]] std::optional<double> differenceNs() const;

    bool operator==(const TimeChange &) const = default;
};

/// What differs between two medians. They are apart when their intervals do not overlap and the medians are more than 2
/// % apart. A run compared with itself is the same.
[[nodiscard]] TimeChange timeChange(const Summary *before, const Summary *after);

/// How a time changed from some runs to others, where two runs differ by more than the samples of each show.
struct RunChange {
    TimeChange time; ///< not called faster or slower if the interval holds 1
    double betweenRuns = 0; ///< 19 of 20 pairs of runs of the same model differ by no more: 0.05 for 5 %
    bool uneven = false; ///< one run on either side, one of them isUneven() (core/model/disturbing_flags.h)
    bool repeated = false; ///< several runs on a side
};

/// From p10 to p90 of some runs, else all.
[[nodiscard]] std::array<double, 2> rangeOfRuns(const Summary &summary);

/// Standard deviation of the logarithm of a run's median that none of its samples shows.
inline constexpr double leastBetweenRuns = 0.035; ///< see runChange()
/// The same of work that a GPU's own events time and that sets the pace of the run. Where memory lies in a process, and
/// what else the host does, does not reach it: on an H100 the medians of ResNet-50 in three processes were 5.98, 5.98
/// and 6.03 ms, 0.5 % around their mean, and other such work agreed within 0.5 to 0.8 % a minute later
/// (docs/how/measure_on_a_gpu.md).
inline constexpr double leastBetweenRunsOnGpu = 0.01;

/// What two runs of the same differ by, as RunChange::betweenRuns, by the samples of one.
[[nodiscard]] double betweenRunsOf(const SampleSet &run, double least = leastBetweenRuns);

/// When the runs of the two sides took place.
enum class RunOrder {
    InTurn, ///< what drifts meets both sides
    Apart, ///< what drifts from one side to the other looks like a change
};

/// The times of whole models; a set of samples is a run, in a process of its own. Unmeasured if a side has none.
///
/// With several runs on a side, in turn: the interval of Student's t from the logarithms of their medians, with one
/// variance for both sides.
///
/// With one run on either side nothing shows directly how much two runs differ. The interval of the ratio follows from
/// those of the medians, or from p10 to p90 if one of them was uneven, and is then widened by 1.96 standard
/// deviations of what comes on top. The variance of that is, for each side, the sum of the squares of
/// - 3.5 %: where memory lies in a process, and what goes on elsewhere in the machine
/// (docs/how/performance_as_a_test.md),
/// - blockSpread() of its samples: what was slow within the run,
/// - a tenth of its range from p10 to p90: what delays some calls also slows down the others.
/// It never reaches further than the fastest sample of one side against the slowest of the other, and the first of
/// these. Between a run and itself there is no difference.
///
/// Several runs apart: both of these, added as independent errors are, with the mean of that variance over a side's
/// runs.
[[nodiscard]] RunChange runChange(std::span<const SampleSet *const> before, std::span<const SampleSet *const> after,
                                  RunOrder order = RunOrder::Apart);

} // namespace rooflight
