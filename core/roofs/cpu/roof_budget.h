// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cpu/cpu_roofs.h"
#include "core/roofs/repetitions.h"

#include <functional>
#include <string>

namespace ridgepoint {

/// The time that all roofs of the CPU share.
class RoofBudget
{
public:
    RoofBudget(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing);

    [[nodiscard]] Effort effort() const { return m_effort; }

    /// The weights of all calls to come, together: each gets its part of the time that is left.
    void expect(double weight) { m_weight = weight; }

    /// Runs what CpuPeaksOptions::secondsForOthers is for; what it takes beyond them is missing here.
    void letOthersRun(const std::function<void()> &others);

    /// Seconds for the next weight of all that are left; not above 0 when the time is over.
    [[nodiscard]] double secondsFor(double weight) const;

    /// Repeats until the values are steady or the part of the time is over.
    [[nodiscard]] Repeats repeat(const std::string &roof, double weight, const std::function<double()> &once);

    /// Repeats for the whole part of the time; the value is the median.
    [[nodiscard]] Repeats sustain(const std::string &roof, double weight, const std::function<double()> &once);

private:
    [[nodiscard]] Repeats repeatBy(RepeatPlan plan, const std::string &roof, double weight,
                                   const std::function<double()> &once);

    const Effort m_effort;
    const PeaksKeepGoing &m_keepGoing;
    double m_secondsForOthers;
    double m_end; ///< on the steady clock
    double m_weight = 1;
    double m_weightDone = 0;
};

} // namespace ridgepoint
