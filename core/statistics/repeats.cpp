// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/repeats.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <chrono>

namespace ridgepoint {

namespace {

bool isNarrow(std::vector<double> values, const RepeatPlan &plan)
{
    std::ranges::sort(values);
    const auto [lower, upper] = quantileInterval(values, plan.fraction);
    return (upper - lower) / 2 <= plan.relativeHalfWidth * quantile(values, plan.fraction);
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
        return 4.5; // what starts and ends the program is in the five seconds, too
    case Effort::Normal:
        return 29;
    case Effort::Thorough:
        break;
    }
    return 178;
}

double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Repeats repeatUntilSteady(const RepeatPlan &plan, const std::function<double()> &repeat,
                          const std::function<bool(double share)> &keepGoing, const std::function<double()> &now)
{
    const double start = now();
    Repeats repeats;
    repeats.fraction = plan.fraction;
    double seconds = 0;
    do {
        repeats.values.push_back(repeat());
        seconds = now() - start;
        repeats.steady =
            repeats.values.size() >= fewestRepeats && seconds >= plan.minimumSeconds && isNarrow(repeats.values, plan);
        repeats.ended = !keepGoing(seconds < plan.maximumSeconds ? seconds / plan.maximumSeconds : 1);
    } while (seconds < plan.maximumSeconds && !repeats.steady && !repeats.ended);
    return repeats;
}

void setValue(Roof &roof, const Repeats &repeats)
{
    std::vector<double> sorted = repeats.values;
    std::ranges::sort(sorted);
    roof.value = quantile(sorted, repeats.fraction);
    roof.interval = quantileInterval(sorted, repeats.fraction);
    roof.samples = repeats.values;
    if (repeats.values.size() < fewestRepeats)
        roof.flags.emplace_back("few_samples");
    if (!repeats.steady)
        roof.flags.emplace_back("unsteady");
    if (repeats.ended)
        roof.flags.emplace_back("partial");
}

void setValue(Roof &roof, const std::vector<Repeats> &visits)
{
    Repeats all;
    all.fraction = visits.front().fraction;
    all.steady = true;
    for (const Repeats &visit : visits) {
        all.values.insert(all.values.end(), visit.values.begin(), visit.values.end());
        all.steady = all.steady && visit.steady;
        all.ended = all.ended || visit.ended;
    }
    setValue(roof, all);
    for (const Repeats &visit : visits) {
        std::vector<double> sorted = visit.values;
        std::ranges::sort(sorted);
        const double value = quantile(sorted, visit.fraction);
        roof.interval = { std::min(roof.interval[0], value), std::max(roof.interval[1], value) };
    }
}

} // namespace ridgepoint
