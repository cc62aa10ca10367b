// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/level_of_detail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace rooflight {

namespace {

constexpr std::size_t laneCount = 3;
constexpr std::size_t stripRows = laneCount + 1;

QPointF onPlane(const MarkPlace &place, const Viewport &plane)
{
    if (place.area != MarkPlace::Area::LowerEdge)
        return place.at;
    return { place.at.x(), plane.frame.bottom + place.lift / plane.area.height() * plane.frame.height() };
}

bool holds(const Viewport &viewport, QPointF at)
{
    const Frame &frame = viewport.frame;
    return at.x() >= frame.left && at.x() <= frame.right && at.y() >= frame.bottom && at.y() <= frame.top
        && !viewport.area.isEmpty();
}

/// Cells along one axis of a viewport.
struct CellAxis {
    double origin = 0;
    double side = 1;
    std::size_t count = 1;

    CellAxis(double low, double high, double pixels, const Thinning &thinning)
        : side(thinning.cell * (high - low) / std::max(1.0, pixels))
    {
        if (thinning.staysWhileMoved)
            side = std::exp2(std::ceil(std::log2(side)));
        origin = thinning.staysWhileMoved ? std::floor(low / side) * side : low;
        count = static_cast<std::size_t>((high - origin) / side) + 2;
    }

    /// Of a value in view.
    [[nodiscard]] std::size_t cellOf(double value) const
    {
        return std::min(static_cast<std::size_t>(std::max(0.0, value - origin) / side), count - 1);
    }
};

/// Which cells of plane and strip hold something, and of which kinds.
class Cells
{
public:
    Cells(const MarkViewports &viewports, const Thinning &thinning)
        : m_plane(viewports.plane)
        , m_x(m_plane.frame.left, m_plane.frame.right, m_plane.area.width(), thinning)
        , m_y(m_plane.frame.bottom, m_plane.frame.top, m_plane.area.height(), thinning)
        , m_stripX(viewports.strip.frame.left, viewports.strip.frame.right, viewports.strip.area.width(), thinning)
        , m_columns(std::max(m_x.count, m_stripX.count))
        , m_kinds(m_columns * (m_y.count + stripRows))
    {
    }

    /// True for the first of its kind.
    bool take(const MarkPlace &place, std::uint8_t kind)
    {
        std::uint16_t &kinds = m_kinds[indexOf(place)];
        const auto bit = static_cast<std::uint16_t>(1U << kind);
        const bool isFirst = (kinds & bit) == 0;
        kinds |= bit;
        return isFirst;
    }

private:
    [[nodiscard]] std::size_t indexOf(const MarkPlace &place) const
    {
        if (place.area == MarkPlace::Area::Strip) {
            const auto lane = static_cast<std::size_t>(std::clamp(place.at.y(), 0.0, 0.99) * stripRows);
            return (m_y.count + lane) * m_columns + m_stripX.cellOf(place.at.x());
        }
        const QPointF at = onPlane(place, m_plane);
        return m_y.cellOf(at.y()) * m_columns + m_x.cellOf(at.x());
    }

    const Viewport &m_plane;
    CellAxis m_x;
    CellAxis m_y;
    CellAxis m_stripX;
    std::size_t m_columns;
    std::vector<std::uint16_t> m_kinds;
};

} // namespace

std::vector<MarkPlace> placesOf(const std::vector<Mark> &marks)
{
    constexpr std::array<double, laneCount> lanes = { 0.5, 0.25, 0.75 };
    constexpr double gap = 8; // between the lower edge and what stands there
    std::vector<MarkPlace> places;
    places.reserve(marks.size());
    std::size_t lane = 0;
    for (const Mark &mark : marks) {
        MarkPlace place { { mark.x, mark.y } };
        if (mark.onStrip)
            place = { { mark.x, lanes[lane++ % laneCount] }, 0, MarkPlace::Area::Strip };
        else if (mark.grounded)
            place = { { mark.x, 0 }, mark.diameter / 2 + gap, MarkPlace::Area::LowerEdge };
        places.push_back(place);
    }
    return places;
}

QPointF MarkViewports::toPixel(const MarkPlace &place) const
{
    return place.area == MarkPlace::Area::Strip ? strip.toPixel(place.at) : plane.toPixel(onPlane(place, plane));
}

bool MarkViewports::shows(const MarkPlace &place) const
{
    // Asked of every place in every frame: without a division.
    if (place.area == MarkPlace::Area::Strip)
        return holds(strip, place.at);
    return holds(plane, onPlane(place, plane));
}

std::vector<std::uint32_t> firstOfCells(std::span<const MarkPlace> places, const MarkViewports &viewports,
                                        const Thinning &thinning, std::size_t most)
{
    Cells cells(viewports, thinning);
    std::vector<std::uint32_t> chosen;
    for (std::size_t i = 0; i < places.size() && chosen.size() <= most; ++i) {
        if (viewports.shows(places[i]) && cells.take(places[i], thinning.byKind ? places[i].kind : 0))
            chosen.push_back(static_cast<std::uint32_t>(i));
    }
    return chosen;
}

Detail detailFor(std::span<const MarkPlace> places, const MarkViewports &viewports, std::size_t most, double *reach)
{
    Detail detail { firstOfCells(places, viewports, { .cell = coveredCell }, most), true };
    double cell = coveredCell;
    while (detail.places.size() > most && cell < viewports.bounds().width()) {
        cell *= 2;
        detail = { firstOfCells(places, viewports, { cell, true, true }, most), false };
    }
    if (reach)
        *reach = detail.isWhole ? cell * std::numbers::sqrt2 : 2 * cell * std::numbers::sqrt2;
    return detail;
}

} // namespace rooflight
