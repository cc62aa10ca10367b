// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/disturbed_roofs.h"

#include "core/base/clock.h"
#include "core/model/disturbance.h"
#include "core/roofline/disturbed.h"
#include "core/roofline/roofs.h"

#include <algorithm>
#include <tuple>

namespace rooflight {

namespace {

/// The smaller the better.
auto rank(const Roof &roof)
{
    return std::tuple { isTooUncertain(roof), roof.hasFlag("partial"), disturbancesOf(roof).size(),
                        roof.launch() ? roof.value : -roof.value };
}

bool isSameRoof(const Roof &a, const Roof &b)
{
    return a.kind() == b.kind() && a.name == b.name && a.threads == b.threads && a.isSustained() == b.isSustained();
}

const Roof *counterpart(const Roof &roof, const std::vector<Roof> &roofs)
{
    const auto found = std::ranges::find_if(
        roofs, [&roof](const Roof &other) { return isSameRoof(roof, other) && !isTooUncertain(other); });
    return found == roofs.end() ? nullptr : &*found;
}

/// Whatever disturbed a measurement is likely to go on for a while.
bool wasJustMeasured(const DeviceRoofs &peaks)
{
    constexpr std::int64_t secondsToWait = 600;
    const std::optional<std::int64_t> age = secondsSince(peaks.measuredAt);
    return age && *age >= 0 && *age < secondsToWait;
}

} // namespace

bool canBeBetter(const DeviceRoofs &peaks, Effort effort)
{
    return effort != Effort::Quick && peaks.effort == name(Effort::Quick);
}

DeviceRoofs betterRoofs(const DeviceRoofs &before, DeviceRoofs now)
{
    for (Roof &roof : now.roofs) {
        const Roof *other = counterpart(roof, before.roofs);
        if (other && rank(*other) < rank(roof))
            roof = *other;
    }
    for (const Roof &roof : before.roofs) {
        if (!isTooUncertain(roof) && !counterpart(roof, now.roofs))
            now.roofs.push_back(roof);
    }
    if (now.curves.empty())
        now.curves = before.curves;
    return now;
}

Result<DeviceRoofs> settledRoofs(std::optional<DeviceRoofs> cached, Effort effort,
                                 const std::function<Result<DeviceRoofs>()> &measure)
{
    if (cached && (!isDisturbed(*cached, effort) || (wasJustMeasured(*cached) && !canBeBetter(*cached, effort))))
        return std::move(*cached);
    Result<DeviceRoofs> measured = measure();
    if (!cached)
        return measured;
    if (!measured.ok())
        return std::move(*cached);
    return betterRoofs(*cached, std::move(measured).value());
}

} // namespace rooflight
