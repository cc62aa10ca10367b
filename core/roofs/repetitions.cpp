// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/repetitions.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>

namespace ridgepoint {

namespace {

bool isNarrow(std::vector<double> values, const RepeatPlan &plan)
{
    std::ranges::sort(values);
    const auto [lower, upper] = quantileInterval(values, plan.fraction);
    return (upper - lower) / 2 <= plan.relativeHalfWidth * quantile(values, plan.fraction);
}

/// Half an interval this wide, as a share of the value, is still called steady when visits are far apart.
constexpr double steadyDrift = 0.05;
constexpr double steadyReach = 0.01;

/// Student's t for 97.5 % and 1, 2, ... degrees of freedom (scipy.stats.t.ppf; to three digits also in the
/// NIST/SEMATECH e-Handbook, 1.3.6.7.2).
constexpr std::array studentT = { 12.70620474, 4.30265273, 3.18244631, 2.77644511, 2.57058184,
                                  2.44691185,  2.36462425, 2.30600414, 2.26215716, 2.22813885 };

/// 95 % interval of the mean of what the values are samples of; nothing for one value.
std::optional<std::array<double, 2>> studentInterval(const std::vector<double> &values)
{
    if (values.size() < 2)
        return std::nullopt;
    const Summary summary = summarize(values);
    const double t = studentT[std::min(values.size() - 2, studentT.size() - 1)];
    const double half = t * summary.stdNs / std::sqrt(static_cast<double>(values.size()));
    return std::array { summary.meanNs - half, summary.meanNs + half };
}

double valueOf(const Repeats &repeats)
{
    std::vector<double> sorted = repeats.values;
    std::ranges::sort(sorted);
    return quantile(sorted, repeats.fraction);
}

std::vector<double> valuesOf(const std::vector<Repeats> &visits)
{
    std::vector<double> values;
    for (const Repeats &visit : visits)
        values.push_back(valueOf(visit));
    return values;
}

/// All repeats as if of one visit. Whether they are steady is told from the visits.
Repeats together(const std::vector<Repeats> &visits)
{
    Repeats all;
    all.fraction = visits.front().fraction;
    all.steady = true;
    for (const Repeats &visit : visits) {
        all.values.insert(all.values.end(), visit.values.begin(), visit.values.end());
        all.ended = all.ended || visit.ended;
    }
    return all;
}

/// Makes the interval hold another one.
void widen(Roof &roof, const std::array<double, 2> &other)
{
    roof.interval = { std::max(0.0, std::min(roof.interval[0], other[0])), std::max(roof.interval[1], other[1]) };
}

void flagUnsteady(Roof &roof, double steadyShare)
{
    const bool steady = (roof.interval[1] - roof.interval[0]) / 2 <= steadyShare * roof.value;
    if (!steady)
        roof.flags.emplace_back("unsteady");
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

int visitRounds(Effort effort)
{
    return effort == Effort::Thorough ? 6 : 3;
}

double totalSeconds(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return 3.8; // what starts and ends the program, and the first touch of memory, are in the five seconds, too
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
    setValue(roof, together(visits));
    if (const auto between = studentInterval(valuesOf(visits)))
        widen(roof, *between);
    flagUnsteady(roof, steadyDrift);
}

void setReachedValue(Roof &roof, const std::vector<Repeats> &visits)
{
    if (visits.size() < 2)
        return setValue(roof, visits.front());
    setValue(roof, together(visits));
    std::vector<double> values = valuesOf(visits);
    std::ranges::sort(values);
    const bool greaterIsBetter = visits.front().fraction > 0.5;
    const auto best = greaterIsBetter ? values.cend() - 2 : values.cbegin();
    widen(roof, { best[0], best[1] });
    flagUnsteady(roof, steadyReach);
}

} // namespace ridgepoint
