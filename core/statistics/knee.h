// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace rooflight {

struct CurvePoint {
    double x = 0;
    double y = 0;
};

/// Index of the point from which a rising curve flattens: the one farthest above the line from the first point to the
/// last, both axes scaled to 0..1 (Kneedle, Satopaa and others 2011). `points` ascend in x. `nullopt` for fewer
/// than three points, and if no point is above the line.
[[nodiscard]] std::optional<std::size_t> knee(std::span<const CurvePoint> points);

} // namespace rooflight
