// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rooflight {

/// How a variant compares with the first.
enum class VariantVerdict {
    Baseline, ///< the first itself
    Faster, ///< the interval of the ratio lies below 1
    Slower, ///< the interval lies above 1
    Same, ///< the interval holds 1 and nothing further than 2 % from it
    Unclear, ///< the interval holds 1 and is wider, or the trial decides nothing
};

template<>
inline constexpr auto enumNames<VariantVerdict> = EnumNames<VariantVerdict, 5> { {
    { VariantVerdict::Baseline, "baseline" },
    { VariantVerdict::Faster, "faster" },
    { VariantVerdict::Slower, "slower" },
    { VariantVerdict::Same, "same" },
    { VariantVerdict::Unclear, "unclear" },
} };

/// The control of a trial: the first and its equal, timed in the same rounds as everything else, and what else ran
/// meanwhile.
struct TrialControl {
    double ratio = 1; ///< median over the rounds of one's time over the other's
    std::array<double, 2> interval = { 1, 1 }; ///< 95 %
    std::int64_t rounds = 0;
    bool otherLoad = false; ///< other programs used more than a twentieth of the CPUs in too many of these rounds

    bool operator==(const TrialControl &) const = default;
};

/// Why a trial decides nothing.
enum class TrialDoubt {
    None, ///< it decides
    NoControl, ///< the control has fewer than six rounds
    ControlDiffers, ///< equal ones differ by more than a quarter, or by more than 0.65 to 1.55 within their interval
    OtherLoad, ///< other programs used the CPUs
};

template<>
inline constexpr auto enumNames<TrialDoubt> = EnumNames<TrialDoubt, 4> { {
    { TrialDoubt::None, "none" },
    { TrialDoubt::NoControl, "no_control" },
    { TrialDoubt::ControlDiffers, "control_differs" },
    { TrialDoubt::OtherLoad, "other_load" },
} };

/// In a part of a sentence; empty for None.
[[nodiscard]] ComposedText reasonOf(TrialDoubt doubt);

/// From this number of rounds on, their median has an interval of 95 %.
inline constexpr std::int64_t roundsOfInterval = 6;

/// What every verdict over paired trials asks first. Two equal processes on a quiet machine differ by 3 % (median), and
/// at worst by a quarter, for where their memory lies. A trial without any control is from a version that timed none;
/// it is taken as it was measured.
[[nodiscard]] TrialDoubt doubtOf(const std::optional<TrialControl> &control);

/// For \p rounds that are too few for an interval: whether the variant was so far above the first in each of at least
/// three rounds that chance is excluded.
[[nodiscard]] bool isFarSlower(const std::array<double, 2> &interval, std::int64_t rounds);

/// From the 95 % interval of the ratio of its times to those of the first; never Baseline. Unclear if the control
/// leaves a doubt.
[[nodiscard]] VariantVerdict verdictOfRatio(const std::array<double, 2> &interval, std::int64_t rounds,
                                            const std::optional<TrialControl> &control);

} // namespace rooflight
