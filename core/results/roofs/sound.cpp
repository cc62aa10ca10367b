// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/roofs/fields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rooflight {

namespace {

// In the order of RoofKind, in units of the roofs: a thousand times what one machine of 2026 reaches (a GPU: 2e16
// FLOP/s, caches 2e14 B/s), and for launches ten seconds.
constexpr std::array maxValue = { 2e19, 2e17, 10.0 };
constexpr double maxDifference = 2; ///< of a value from its interval and samples, as a factor

} // namespace

bool isSound(const Roof &roof)
{
    const auto isNear = [&roof](double low, double high) {
        return low > 0 && roof.value >= low / maxDifference && roof.value <= high * maxDifference;
    };
    if (!std::isfinite(roof.value) || roof.value <= 0 || roof.value > maxValue[roof.limit.index()])
        return false;
    const auto &[low, high] = roof.interval;
    if (high != 0 && (!(low <= high) || !isNear(low > 0 ? low : roof.value, high)))
        return false;
    if (roof.samples.empty())
        return true;
    const auto [least, most] = std::ranges::minmax_element(roof.samples);
    return std::isfinite(*most) && isNear(*least, *most);
}

bool isSound(const BandwidthCurve &curve)
{
    return std::ranges::all_of(curve.points, [](const CurvePoint &point) {
        return isSoundPoint(point) && point.bytesPerSecond <= maxValue[static_cast<std::size_t>(RoofKind::Memory)];
    });
}

void requireSound(const DeviceRoofs &roofs)
{
    for (const Roof &roof : roofs.roofs) {
        if (!isSound(roof))
            throw FormatError("cannot be a roof's, or is far from its interval or samples", "roofs.value");
    }
    for (const BandwidthCurve &curve : roofs.curves) {
        if (!isSound(curve))
            throw FormatError("has a point that no device reaches", "curves");
    }
}

} // namespace rooflight
