// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include <cstdint>

namespace rooflight {

/// What ended a series of repetitions.
enum class StopReason {
    None, ///< nothing yet; of an ended series: stopped from outside, or failed
    Settled, ///< as steady as asked for
    TimeLimit,
    CountLimit,
};

template<>
inline constexpr auto enumNames<StopReason> = EnumNames<StopReason, 4> { {
    { StopReason::None, "none" },
    { StopReason::Settled, "settled" },
    { StopReason::TimeLimit, "time_limit" },
    { StopReason::CountLimit, "count_limit" },
} };

/// Decides from the values so far whether another repetition is needed.
class StopCriterion
{
public:
    virtual ~StopCriterion() = default;

    /// Adds one value, in the order of the repetitions; it is the mean of \p calls calls.
    virtual void add(double value, std::int64_t calls = 1) = 0;

    [[nodiscard]] virtual StopReason reason() const = 0;
    [[nodiscard]] bool isDone() const { return reason() != StopReason::None; }

    /// How many values there will be at most, at the pace so far; 0 if that is not known.
    [[nodiscard]] virtual std::int64_t maximumSamples() const { return 0; }

    /// Forgets all values; its clock, if it has one, starts again.
    virtual void reset() = 0;
};

} // namespace rooflight
