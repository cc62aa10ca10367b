// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/scaled_time.h"

#include <algorithm>

namespace rooflight {

namespace {

std::optional<double> growth(double before, double after)
{
    return before > 0 && after > 0 ? std::optional(after / before) : std::nullopt;
}

std::optional<double> growthOfFlops(const RooflinePoint &before, const RooflinePoint &after)
{
    return growth(static_cast<double>(before.flops), static_cast<double>(after.flops));
}

std::optional<double> growthOfBytes(const RooflinePoint &before, const RooflinePoint &after)
{
    return growth(static_cast<double>(before.cost.bytes()), static_cast<double>(after.cost.bytes()));
}

std::optional<double> growthOfTime(const RooflinePoint &before, const RooflinePoint &after)
{
    const std::optional<double> flops = growthOfFlops(before, after);
    const std::optional<double> bytes = growthOfBytes(before, after);
    switch (before.verdict.bound) {
    case Bound::Launch:
        return 1;
    case Bound::Compute:
        return growth(before.timeAtRoofNs.value_or(0), after.timeAtRoofNs.value_or(0));
    case Bound::Bandwidth:
        return bytes;
    case Bound::Balanced:
        return flops && bytes ? std::max(flops, bytes) : std::nullopt;
    case Bound::Underutilized:
    case Bound::None:
        break;
    }
    return flops ? flops : bytes;
}

} // namespace

std::optional<double> scaledTimeNs(const RooflinePoint &before, const RooflinePoint &after)
{
    const std::optional<double> grown = growthOfTime(before, after);
    if (!grown || before.timeNs.value_or(0) <= 0)
        return std::nullopt;
    return std::max(*before.timeNs * *grown, after.timeAtRoofNs.value_or(0));
}

} // namespace rooflight
