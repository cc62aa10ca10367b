// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/energy.h"

namespace rooflight {

namespace {

constexpr double mostJoules = 1e9; ///< of a run: 10 kW for a day
constexpr double mostWatts = 1e5; ///< of one machine

bool isWithin(double value, double least, double most)
{
    return value >= least && value <= most; // false for what is no number
}

} // namespace

bool isPossible(const EnergyUse &energy)
{
    const bool isKnown = energy.source && energy.source->value();
    if ((energy.source && !isKnown) || (energy.idleWatts && !(isKnown && isWithin(*energy.idleWatts, 0, mostWatts))))
        return false;
    if (!energy.joulesPerRun)
        return !energy.interval && !energy.reason.empty();
    const double joules = *energy.joulesPerRun;
    return isKnown && energy.reason.empty() && isWithin(joules, 0, mostJoules) && energy.interval
        && isWithin((*energy.interval)[0], 0, joules) && isWithin((*energy.interval)[1], joules, mostJoules);
}

std::optional<double> joulesPerItem(const std::optional<EnergyUse> &energy, std::int64_t batch, BatchSource source)
{
    if (!energy || !energy->joulesPerRun || source == BatchSource::Unknown || batch < 1)
        return std::nullopt;
    return *energy->joulesPerRun / static_cast<double>(batch);
}

} // namespace rooflight
