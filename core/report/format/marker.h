// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/results/analysis/analysis.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rooflight {

/// Outline of a point, so that a family is recognised without its colour.
enum class MarkerShape { Circle, Square, Diamond, TriangleUp, TriangleDown, Pentagon, Hexagon, Plus, Cross, Star };

template<>
inline constexpr auto enumNames<MarkerShape> = EnumNames<MarkerShape, 10> { {
    { MarkerShape::Circle, "circle" },
    { MarkerShape::Square, "square" },
    { MarkerShape::Diamond, "diamond" },
    { MarkerShape::TriangleUp, "triangle_up" },
    { MarkerShape::TriangleDown, "triangle_down" },
    { MarkerShape::Pentagon, "pentagon" },
    { MarkerShape::Hexagon, "hexagon" },
    { MarkerShape::Plus, "plus" },
    { MarkerShape::Cross, "cross" },
    { MarkerShape::Star, "star" },
} };

[[nodiscard]] MarkerShape markerShape(OperatorFamily family);

/// Corners of a polygon around the origin that covers as much as a circle of radius 1, y downwards; none of a circle.
[[nodiscard]] std::vector<std::array<double, 2>> markerCorners(MarkerShape shape);

/// The marker, or the circle, as the data of an SVG path.
[[nodiscard]] std::string markerSvgPath(MarkerShape shape);

/// 0xRRGGBB, on a light or a dark ground. After Okabe and Ito, "Color Universal Design" (2008): distinguishable with
/// all common kinds of colour vision.
[[nodiscard]] std::uint32_t familyRgb(OperatorFamily family, bool dark);

/// The family whose colour stands for the first, second, ... of things that are told apart by colour alone, such as
/// sessions; they repeat.
[[nodiscard]] OperatorFamily numberedFamily(std::size_t number);

} // namespace rooflight
