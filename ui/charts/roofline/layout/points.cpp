// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/layout/points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

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
class PlaneCells
{
public:
    PlaneCells(const MarkViewports &viewports, const Thinning &thinning)
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
    PlaneCells cells(viewports, thinning);
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

MarkSet::MarkSet(const RooflineContent *shown, const ChartStyle *drawn)
    : content(shown)
    , style(drawn)
    , places(placesOf(shown->marks))
    , order(shown->marks.size())
    , visible(shown->marks.size(), true)
{
    for (const Mark &mark : shown->marks)
        colors.push_back(drawn->familyColor(shown->points[mark.point].family));
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, std::greater(), [shown](std::size_t mark) { return shown->marks[mark].diameter; });
    for (std::size_t mark = 0; mark < shown->marks.size(); ++mark) {
        if (shown->details[shown->marks[mark].point].number > 0)
            named.push_back(mark);
    }
}

QList<QRectF> MarkScene::boxes() const
{
    constexpr std::size_t most = 500;
    QList<QRectF> boxes;
    if (set.order.size() > maxVectorMarks)
        return boxes;
    std::vector<MarkPlace> places;
    std::vector<std::size_t> marks;
    for (const std::size_t index : set.order) {
        if (!isShown(index))
            continue;
        places.push_back(set.places[index]);
        marks.push_back(index);
    }
    if (marks.size() <= most) {
        for (const std::size_t index : marks)
            boxes << boxOf(index);
    } else {
        for (const std::uint32_t place : detailFor(places, viewports, most).places)
            boxes << boxOf(marks[place]);
    }
    return boxes;
}

namespace {

constexpr double ceilingReach = 36; ///< pixels, to either side of the mark

/// Where the mark would stand if a run took so long.
QPointF placeFor(const MarkScene &scene, std::size_t index, double timeNs, double runNs)
{
    const Mark &mark = scene.mark(index);
    const QPointF centre = scene.centre(index);
    const double decades = std::log10(timeNs / runNs);
    if (mark.onStrip) // bandwidth runs from left to right there
        return { scene.viewports.strip.toPixel({ mark.x + decades, 0 }).x(), centre.y() };
    return { centre.x(), scene.viewports.plane.toPixel({ 0, mark.y + decades }).y() };
}

QPointF inside(const QRectF &area, QPointF place)
{
    return { std::clamp(place.x(), area.left(), area.right()), std::clamp(place.y(), area.top(), area.bottom()) };
}

} // namespace

std::optional<MarkCeiling> ceilingOf(const MarkScene &scene, std::size_t index)
{
    const Mark &mark = scene.mark(index);
    const RooflinePoint &point = scene.pointOf(index);
    const Verdict &verdict = point.verdict;
    const Roof *roof = roofAt(scene.content().roofs, verdict.roof);
    if (!mark.timed || !roof)
        return std::nullopt;
    MarkCeiling ceiling;
    ceiling.pen = scene.style().roofPen(*roof, true);
    if (mark.onStrip) {
        if (!isPositive(verdict.roofFraction) || !isPositive(point.achievedBytePerSecond))
            return std::nullopt;
        ceiling.value = *point.achievedBytePerSecond / *verdict.roofFraction;
        const QRectF &area = scene.viewports.strip.area;
        ceiling.at = scene.viewports.strip.toPixel({ mark.x - std::log10(*verdict.roofFraction), 0.5 });
        ceiling.line = { QPointF(ceiling.at.x(), area.top()), QPointF(ceiling.at.x(), area.bottom()) };
        return ceiling;
    }
    if (!isPositive(verdict.attainableFlopPerSecond))
        return std::nullopt;
    ceiling.value = *verdict.attainableFlopPerSecond;
    const Viewport &plane = scene.viewports.plane;
    ceiling.at = plane.toPixel({ mark.x, std::log10(ceiling.value) + mark.shift.y() });
    QPointF along(1, 0);
    if (roof->memory()) // bandwidth rises with the intensity
        along = { plane.area.width() / plane.frame.width(), -plane.area.height() / plane.frame.height() };
    along *= ceilingReach / QLineF({}, along).length();
    ceiling.line = { ceiling.at - along, ceiling.at + along };
    return ceiling;
}

std::optional<QLineF> wholeSpreadOf(const MarkScene &scene, std::size_t index)
{
    const Mark &mark = scene.mark(index);
    const MarkDetails &details = scene.detailsOf(index);
    const std::optional<double> &timeNs = scene.pointOf(index).timeNs;
    // The time of a folded point is that of all: each of them takes its part.
    const auto count = static_cast<double>(std::max<std::size_t>(1, details.equal.size()));
    const std::optional<double> fastestNs = count > 1 ? details.fastestNs : details.p10Ns;
    const std::optional<double> slowestNs = count > 1 ? details.slowestNs : details.p90Ns;
    if (!mark.timed || mark.grounded || !timeNs || !fastestNs || !slowestNs || !(*fastestNs > 0))
        return std::nullopt;
    return QLineF(placeFor(scene, index, *timeNs / count, *fastestNs),
                  placeFor(scene, index, *timeNs / count, *slowestNs));
}

std::optional<QLineF> spreadOf(const MarkScene &scene, std::size_t mark)
{
    const std::optional<QLineF> whole = wholeSpreadOf(scene, mark);
    const QRectF &area = scene.areaOf(mark);
    return whole ? std::optional(QLineF(inside(area, whole->p1()), inside(area, whole->p2()))) : std::nullopt;
}

} // namespace rooflight
