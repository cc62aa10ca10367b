// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/roof_value.h"

#include "core/statistics/student_t.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace rooflight {

namespace {

/// Half an interval this wide, as a share of the value, is still called steady when rounds are far apart.
constexpr double steadyDrift = 0.05;
constexpr double steadyReach = 0.01;

/// Rounds beyond these do not narrow an interval further.
constexpr std::size_t maxDegreesOfFreedom = 10;

/// 95 % interval of the mean of what the values are samples of; nothing for one value.
std::optional<std::array<double, 2>> studentInterval(const std::vector<double> &values)
{
    if (values.size() < 2)
        return std::nullopt;
    const Summary summary = summarize(values);
    const double t = studentT975(std::min(values.size() - 1, maxDegreesOfFreedom));
    const double half = t * summary.stdNs / std::sqrt(static_cast<double>(values.size()));
    return std::array { summary.meanNs - half, summary.meanNs + half };
}

double valueOf(const Repetitions &repetitions, double fraction)
{
    std::vector<double> sorted = repetitions.values;
    std::ranges::sort(sorted);
    return quantile(sorted, fraction);
}

std::vector<double> valuesOf(const std::vector<Repetitions> &rounds, double fraction)
{
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const Repetitions &round : rounds)
        values.push_back(valueOf(round, fraction));
    return values;
}

/// All repetitions as if of one round. Whether they are steady is decided by the rounds.
Repetitions together(const std::vector<Repetitions> &rounds)
{
    Repetitions all;
    all.steady = true;
    for (const Repetitions &round : rounds) {
        all.values.insert(all.values.end(), round.values.begin(), round.values.end());
        all.stopped = all.stopped || round.stopped;
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

bool isKnownWithin(double share, std::vector<double> values, double fraction)
{
    std::ranges::sort(values);
    const auto [low, high] = quantileInterval(values, fraction);
    return (high - low) / 2 <= share * quantile(values, fraction);
}

void setValue(Roof &roof, const Repetitions &repetitions, double fraction)
{
    std::vector<double> sorted = repetitions.values;
    std::ranges::sort(sorted);
    roof.value = quantile(sorted, fraction);
    roof.interval = quantileInterval(sorted, fraction);
    roof.samples = repetitions.values;
    if (repetitions.values.size() < SteadyCriterion::minimumCount)
        roof.flags.emplace_back("few_samples");
    if (!repetitions.steady)
        roof.flags.emplace_back("unsteady");
    if (repetitions.stopped)
        roof.flags.emplace_back("partial");
}

void setValue(Roof &roof, const std::vector<Repetitions> &rounds, double fraction)
{
    setValue(roof, together(rounds), fraction);
    if (const auto between = studentInterval(valuesOf(rounds, fraction)))
        widen(roof, *between);
    flagUnsteady(roof, steadyDrift);
}

void setReachedValue(Roof &roof, const std::vector<Repetitions> &rounds, double fraction)
{
    if (rounds.size() < 2)
        return setValue(roof, rounds.front(), fraction);
    setValue(roof, together(rounds), fraction);
    std::vector<double> values = valuesOf(rounds, fraction);
    std::ranges::sort(values);
    const bool greaterIsBetter = fraction > 0.5;
    const auto best = greaterIsBetter ? values.cend() - 2 : values.cbegin();
    widen(roof, { best[0], best[1] });
    flagUnsteady(roof, steadyReach);
}

std::optional<double> clockAtRoof(const std::vector<double> &values, const std::vector<double> &clocksHz)
{
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    const double middle = sorted[sorted.size() / 2];
    std::vector<double> clocks;
    for (std::size_t i = 0; i < clocksHz.size(); ++i) {
        if (values[i] >= middle && clocksHz[i] > 0)
            clocks.push_back(clocksHz[i]);
    }
    if (clocks.empty())
        return std::nullopt;
    std::ranges::sort(clocks);
    return clocks[clocks.size() / 2];
}

} // namespace rooflight
