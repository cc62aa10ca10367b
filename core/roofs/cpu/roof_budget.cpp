// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/roof_budget.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double progressPerWeight = 100;

} // namespace

RoofBudget::RoofBudget(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing)
    : m_effort(options.effort)
    , m_keepGoing(keepGoing)
    , m_secondsForOthers(options.secondsForOthers)
    , m_end(steadySeconds() + totalSeconds(options.effort) - options.secondsForOthers)
{
}

void RoofBudget::letOthersRun(const std::function<void()> &others)
{
    const double start = steadySeconds();
    others();
    const double seconds = std::min(steadySeconds() - start, m_secondsForOthers);
    m_secondsForOthers -= seconds;
    m_end += seconds;
}

double RoofBudget::secondsFor(double weight) const
{
    return (m_end - steadySeconds()) * weight / std::max(weight, m_weight - m_weightDone);
}

Repeats RoofBudget::repeatBy(RepeatPlan plan, const std::string &roof, double weight,
                             const std::function<double()> &once)
{
    const auto keepGoing = [this, &roof, weight](double share) {
        const int done = static_cast<int>((m_weightDone + share * weight) * progressPerWeight);
        return !m_keepGoing || m_keepGoing({ roof, done, static_cast<int>(std::ceil(m_weight * progressPerWeight)) });
    };
    Repeats repeats = repeatUntilSteady(plan, once, keepGoing);
    m_weightDone += weight;
    return repeats;
}

Repeats RoofBudget::repeat(const std::string &roof, double weight, const std::function<double()> &once)
{
    RepeatPlan plan = repeatPlan(m_effort);
    plan.maximumSeconds = std::min(plan.maximumSeconds, secondsFor(weight));
    plan.minimumSeconds = std::min(plan.minimumSeconds, plan.maximumSeconds);
    return repeatBy(plan, roof, weight, once);
}

Repeats RoofBudget::sustain(const std::string &roof, double weight, const std::function<double()> &once)
{
    RepeatPlan plan = repeatPlan(m_effort);
    plan.maximumSeconds = secondsFor(weight);
    plan.minimumSeconds = plan.maximumSeconds;
    plan.fraction = 0.5;
    return repeatBy(plan, roof, weight, once);
}

} // namespace ridgepoint
