// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/knee.h"

#include <algorithm>

namespace rooflight {

std::optional<std::size_t> knee(std::span<const CurvePoint> points)
{
    if (points.size() < 3)
        return std::nullopt;
    const auto [lowest, highest] = std::ranges::minmax_element(points, {}, &CurvePoint::y);
    const double width = points.back().x - points.front().x;
    const double height = highest->y - lowest->y;
    if (width <= 0 || height <= 0)
        return std::nullopt;
    // Above the chord: what counts is the height over it, and the chord itself need not rise from 0 to 1.
    const double slope = (points.back().y - points.front().y) / height;
    std::optional<std::size_t> found;
    double farthest = 0;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const double across = (points[i].x - points.front().x) / width;
        const double distance = (points[i].y - points.front().y) / height - slope * across;
        if (distance > farthest) {
            farthest = distance;
            found = i;
        }
    }
    return found;
}

} // namespace rooflight
