// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/sampler.h"

#include <functional>
#include <string_view>

namespace rooflight {

struct RoundNumber {
    int index = 0;
    int count = 1; ///< of all rounds

    [[nodiscard]] bool isLast() const { return index + 1 == count; }
};

/// One round of one benchmark: its time, how it is stopped, and where it reports.
class RoofRound
{
public:
    /// \p share is the part of this round's time that has gone, 0 to 1.
    using Report = std::function<void(std::string_view roof, double share)>;

    /// Starts the round's time. \p context must outlive it.
    RoofRound(RoundNumber number, double seconds, const MeasurementContext &context, Report report);

    [[nodiscard]] RoundNumber number() const { return m_number; }
    [[nodiscard]] double now() const { return m_context.now(); }
    [[nodiscard]] double secondsLeft() const { return m_end - now(); } ///< not above 0 when the time is over
    [[nodiscard]] bool stopRequested() const { return m_context.stopRequested(); }

    /// Says what is being measured.
    void report(std::string_view roof) const;

    /// repeatUntilSteady() that reports after each repetition.
    [[nodiscard]] Repetitions repeat(std::string_view roof, const SteadyLimits &limits,
                                     const std::function<Result<double>()> &repetition) const;

private:
    RoundNumber m_number;
    const MeasurementContext &m_context;
    Report m_report;
    double m_start;
    double m_end;
};

/// The limits, cut to \p seconds.
[[nodiscard]] SteadyLimits within(SteadyLimits limits, double seconds);

} // namespace rooflight
