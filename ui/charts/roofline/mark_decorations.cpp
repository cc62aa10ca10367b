// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_decorations.h"

#include "ui/charts/roofline/mark_scene.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

constexpr double outlineGap = 7; ///< between a mark and the arrow that points to it, for its outline
constexpr double arrowLength = 7;
constexpr double ceilingReach = 36; ///< pixels, to either side of the mark

QPainterPath shapeOf(const MarkScene &scene, std::size_t mark, double diameter)
{
    return ChartStyle::markerPath(markerShape(scene.pointOf(mark).family), diameter).translated(scene.centre(mark));
}

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

/// For the shortest and the longest time that are shown of the mark; without a value where these are not known.
std::optional<QLineF> wholeSpread(const MarkScene &scene, std::size_t index)
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

QPointF inside(const QRectF &area, QPointF place)
{
    return { std::clamp(place.x(), area.left(), area.right()), std::clamp(place.y(), area.top(), area.bottom()) };
}

/// With a head at its end.
void paintArrow(QPainter &painter, const QLineF &way, const QColor &color)
{
    const QPointF step = (way.p2() - way.p1()) / way.length();
    const QPointF across(-step.y(), step.x());
    const QPointF base = way.p2() - step * arrowLength;
    painter.setPen(QPen(color, 1.2));
    painter.setBrush(color);
    painter.drawLine(way);
    painter.drawPolygon(QPolygonF { way.p2(), base + across * arrowLength / 2, base - across * arrowLength / 2 });
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

void paintMark(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen)
{
    const bool isAboveRoof = scene.pointOf(mark).verdict.aboveRoof;
    const double diameter = scene.mark(mark).diameter;
    painter.setPen(isAboveRoof ? QPen(scene.style().warning(), 2) : pen);
    painter.setBrush(scene.mark(mark).timed ? ChartStyle::markerBrush(scene.set.colors[mark])
                                            : QBrush(scene.style().ground()));
    painter.drawPath(shapeOf(scene, mark, diameter));
    if (isAboveRoof) {
        painter.setFont(scene.style().strongFont());
        painter.drawText(scene.centre(mark) + QPointF(diameter * 0.4, -diameter * 0.4), QStringLiteral("!"));
    }
}

void paintOutline(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen)
{
    paintMark(painter, scene, mark, scene.style().markerPen(scene.set.colors[mark]));
    const double diameter = scene.mark(mark).diameter;
    painter.setBrush(Qt::NoBrush);
    // A ring of the ground between mark and outline keeps both readable on any other mark.
    painter.setPen(QPen(scene.style().ground(), pen.widthF() + 2));
    painter.drawPath(shapeOf(scene, mark, diameter + 7));
    painter.setPen(pen);
    painter.drawPath(shapeOf(scene, mark, diameter + 8));
}

void paintDropLine(QPainter &painter, const MarkScene &scene, std::size_t mark)
{
    const std::optional<MarkCeiling> ceiling = ceilingOf(scene, mark);
    if (!ceiling)
        return;
    QPen pen(scene.style().text(), 1.2);
    pen.setDashPattern({ 3, 3 });
    painter.setPen(pen);
    QLineF way(scene.centre(mark), ceiling->at);
    if (scene.mark(mark).onStrip) // along its edge: it would strike out what is written there
        way = { QPointF(way.x1(), ceiling->line.y2() - 1), QPointF(way.x2(), ceiling->line.y2() - 1) };
    painter.drawLine(way);
    painter.setPen(ceiling->pen);
    painter.drawLine(ceiling->line);
}

void paintStar(QPainter &painter, QPointF place, const ChartStyle &style)
{
    painter.setPen(QPen(style.accent(), 2));
    painter.setBrush(style.ground());
    painter.drawPath(ChartStyle::markerPath(MarkerShape::Star, fusedStarDiameter).translated(place));
}

void paintFusedInterval(QPainter &painter, const MarkScene &scene, std::size_t index)
{
    const std::optional<double> &fused = scene.pointOf(index).fusedIntensity;
    const Mark &mark = scene.mark(index);
    constexpr double leastDecades = 0.02; // less cannot be seen
    if (mark.onStrip || mark.grounded || !isPositive(fused)
        || std::log10(*fused) + mark.shift.x() - mark.x < leastDecades)
        return;
    const QPointF end = scene.viewports.plane.toPixel({ std::log10(*fused) + mark.shift.x(), mark.y });
    painter.setPen(QPen(scene.set.colors[index], 1.6));
    painter.drawLine(scene.centre(index), end);
    painter.drawLine(end - QPointF(0, 4), end + QPointF(0, 4));
}

std::optional<QLineF> spreadOf(const MarkScene &scene, std::size_t mark)
{
    const std::optional<QLineF> whole = wholeSpread(scene, mark);
    const QRectF &area = scene.areaOf(mark);
    return whole ? std::optional(QLineF(inside(area, whole->p1()), inside(area, whole->p2()))) : std::nullopt;
}

void paintSpread(QPainter &painter, const MarkScene &scene, std::size_t mark)
{
    const std::optional<QLineF> shown = spreadOf(scene, mark);
    if (!shown)
        return;
    painter.setPen(QPen(scene.style().mutedText(), 1));
    painter.drawLine(*shown);
    const QPointF cap = scene.mark(mark).onStrip ? QPointF(0, 3) : QPointF(3, 0);
    const std::optional<QLineF> whole = wholeSpread(scene, mark);
    for (const QPointF &end : { whole->p1(), whole->p2() }) {
        if (scene.areaOf(mark).contains(end)) // else it goes on beyond the plot
            painter.drawLine(end - cap, end + cap);
    }
}

void paintEarlier(QPainter &painter, const MarkScene &scene, std::size_t index)
{
    const std::vector<std::optional<Mark>> &all = scene.content().earlier;
    if (index >= all.size() || !all[index])
        return;
    const Mark &earlier = *all[index];
    const QPointF centre = scene.centre(index);
    QPointF from = scene.viewports.plane.toPixel({ earlier.x, earlier.y });
    if (earlier.onStrip)
        from = { scene.viewports.strip.toPixel({ earlier.x, 0 }).x(), centre.y() };
    QPen outline(scene.style().mutedText(), 1.4);
    outline.setDashPattern({ 2, 2 });
    painter.setPen(outline);
    painter.setBrush(scene.style().ground());
    const MarkerShape shape = markerShape(scene.pointOf(index).family);
    painter.drawPath(ChartStyle::markerPath(shape, earlier.diameter).translated(from));

    QLineF way(from, centre);
    const double behind = earlier.diameter / 2;
    const double before = scene.mark(index).diameter / 2 + outlineGap;
    if (way.length() < behind + before + arrowLength)
        return;
    const QPointF step = (way.p2() - way.p1()) / way.length();
    way.setP1(way.p1() + step * behind);
    way.setP2(way.p2() - step * before);
    paintArrow(painter, way, scene.style().text());
}

} // namespace rooflight
