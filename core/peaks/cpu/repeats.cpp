// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/repeats.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <chrono>

namespace ridgepoint {

namespace {

/// Middle of the best quarter.
constexpr double plateau = 0.875;

bool isNarrow(std::vector<double> values, double relativeHalfWidth)
{
    std::ranges::sort(values);
    const auto [lower, upper] = quantileInterval(values, plateau);
    return (upper - lower) / 2 <= relativeHalfWidth * quantile(values, plateau);
}

} // namespace

RepeatPlan repeatPlan(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return { 0.3, 1.2, 0.01 };
    case Effort::Normal:
        return { 1, 9, 0.005 };
    case Effort::Thorough:
        break;
    }
    return { 10, 55, 0.002 };
}

double totalSeconds(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return 4.7; // what starts and ends the program is in the five seconds, too
    case Effort::Normal:
        return 29;
    case Effort::Thorough:
        break;
    }
    return 178;
}

Repeats repeatUntilSteady(const RepeatPlan &plan, const std::function<double()> &repeat,
                          const std::function<bool(double share)> &keepGoing)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Repeats repeats;
    double seconds = 0;
    do {
        repeats.values.push_back(repeat());
        seconds = std::chrono::duration<double>(Clock::now() - start).count();
        repeats.steady = repeats.values.size() >= fewestRepeats && seconds >= plan.minimumSeconds
            && isNarrow(repeats.values, plan.relativeHalfWidth);
        repeats.ended = !keepGoing(seconds < plan.maximumSeconds ? seconds / plan.maximumSeconds : 1);
    } while (seconds < plan.maximumSeconds && !repeats.steady && !repeats.ended);
    return repeats;
}

void setValue(Roof &roof, const Repeats &repeats)
{
    std::vector<double> sorted = repeats.values;
    std::ranges::sort(sorted);
    roof.value = quantile(sorted, plateau);
    roof.interval = quantileInterval(sorted, plateau);
    roof.samples = repeats.values;
    if (repeats.values.size() < fewestRepeats)
        roof.flags.emplace_back("few_samples");
    if (!repeats.steady)
        roof.flags.emplace_back("unsteady");
    if (repeats.ended)
        roof.flags.emplace_back("partial");
}

} // namespace ridgepoint
