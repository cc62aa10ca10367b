// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/marker.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace rooflight {

namespace {

using Corners = std::vector<std::array<double, 2>>;

/// Regular polygon or star, made to cover what a circle of radius 1 covers.
Corners regularPolygon(int corners, double startDegrees, double innerRatio = 0)
{
    const int count = innerRatio > 0 ? 2 * corners : corners;
    Corners polygon;
    for (int i = 0; i < count; ++i) {
        const double angle = (startDegrees + 360.0 * i / count) * std::numbers::pi / 180;
        const double length = innerRatio > 0 && i % 2 == 1 ? innerRatio : 1.0;
        polygon.push_back({ length * std::cos(angle), length * std::sin(angle) });
    }
    double doubledArea = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto &[x, y] = polygon[i];
        const auto &[nextX, nextY] = polygon[(i + 1) % polygon.size()];
        doubledArea += x * nextY - nextX * y;
    }
    const double scale = std::sqrt(std::numbers::pi / std::abs(doubledArea / 2));
    for (auto &[x, y] : polygon) {
        x *= scale;
        y *= scale;
    }
    return polygon;
}

Corners plus(double turnDegrees)
{
    // Arms a third of the width: five squares of side s cover the circle when 5 s^2 = pi.
    const double s = std::sqrt(std::numbers::pi / 5);
    const double h = s / 2;
    const double e = 1.5 * s;
    Corners corners { { -h, -e }, { h, -e }, { h, -h }, { e, -h }, { e, h },   { h, h },
                      { h, e },   { -h, e }, { -h, h }, { -e, h }, { -e, -h }, { -h, -h } };
    const double angle = turnDegrees * std::numbers::pi / 180;
    for (auto &[x, y] : corners) {
        const double turned = x * std::cos(angle) - y * std::sin(angle);
        y = x * std::sin(angle) + y * std::cos(angle);
        x = turned;
    }
    return corners;
}

} // namespace

MarkerShape markerShape(OperatorFamily family)
{
    switch (family) {
    case OperatorFamily::Convolution:
        return MarkerShape::Circle;
    case OperatorFamily::Matrix:
        return MarkerShape::Square;
    case OperatorFamily::Normalization:
        return MarkerShape::Diamond;
    case OperatorFamily::Activation:
        return MarkerShape::TriangleUp;
    case OperatorFamily::Pooling:
        return MarkerShape::TriangleDown;
    case OperatorFamily::Elementwise:
        return MarkerShape::Plus;
    case OperatorFamily::Reduction:
        return MarkerShape::Hexagon;
    case OperatorFamily::Movement:
        return MarkerShape::Cross;
    case OperatorFamily::View:
        return MarkerShape::Pentagon;
    case OperatorFamily::Other:
        break;
    }
    return MarkerShape::Star;
}

Corners markerCorners(MarkerShape shape)
{
    switch (shape) {
    case MarkerShape::Circle:
        break;
    case MarkerShape::Square:
        return regularPolygon(4, 45);
    case MarkerShape::Diamond:
        return regularPolygon(4, 0);
    case MarkerShape::TriangleUp:
        return regularPolygon(3, -90);
    case MarkerShape::TriangleDown:
        return regularPolygon(3, 90);
    case MarkerShape::Pentagon:
        return regularPolygon(5, -90);
    case MarkerShape::Hexagon:
        return regularPolygon(6, 0);
    case MarkerShape::Plus:
        return plus(0);
    case MarkerShape::Cross:
        return plus(45);
    case MarkerShape::Star:
        return regularPolygon(5, -90, 0.45);
    }
    return {};
}

std::string markerSvgPath(MarkerShape shape)
{
    const Corners corners = markerCorners(shape);
    if (corners.empty())
        return "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0Z";
    std::string path;
    for (const auto &[x, y] : corners)
        path += fmt::format("{}{:.3f} {:.3f}", path.empty() ? 'M' : 'L', x, y);
    return path + "Z";
}

std::uint32_t familyRgb(OperatorFamily family, bool dark)
{
    // On a dark ground the two blues are brightened, as they would drown.
    switch (family) {
    case OperatorFamily::Convolution:
        return dark ? 0x3f93dd : 0x0072b2;
    case OperatorFamily::Matrix:
        return dark ? 0xe8702a : 0xd55e00;
    case OperatorFamily::Normalization:
        return dark ? 0x17b58a : 0x009e73;
    case OperatorFamily::Activation:
        return 0xe69f00;
    case OperatorFamily::Pooling:
        return dark ? 0x8fd6fa : 0x56b4e9;
    case OperatorFamily::Elementwise:
        return 0xcc79a7;
    case OperatorFamily::Reduction:
        return 0xf0e442;
    case OperatorFamily::Movement:
        return 0x8a8f98;
    case OperatorFamily::View:
        return dark ? 0x5c626b : 0xc2c7ce;
    case OperatorFamily::Other:
        break;
    }
    return dark ? 0xe6e8eb : 0x30343b;
}

OperatorFamily numberedFamily(std::size_t number)
{
    constexpr std::array<OperatorFamily, 8> families = { OperatorFamily::Convolution,   OperatorFamily::Activation,
                                                         OperatorFamily::Normalization, OperatorFamily::Elementwise,
                                                         OperatorFamily::Pooling,       OperatorFamily::Matrix,
                                                         OperatorFamily::Reduction,     OperatorFamily::Movement };
    return families[number % families.size()];
}

} // namespace rooflight
