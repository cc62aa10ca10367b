// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/roofline_painter.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

void setTicks(QCategoryAxis &axis, const PlaneAxis &shown, double low, double high)
{
    axis.setRange(low, high);
    {
        const QSignalBlocker blocker(&axis); // else each number lays all of them out
        for (const QString &label : axis.categoriesLabels())
            axis.remove(label);
        axis.setStartValue(low);
        for (std::size_t i = 0; i + 1 < shown.ticks.size(); ++i)
            axis.append(shown.ticks[i].label, shown.ticks[i].position);
    }
    if (!shown.ticks.empty())
        axis.append(shown.ticks.back().label, shown.ticks.back().position);
    if (axis.titleText() != shown.title)
        axis.setTitleText(shown.title);
}

} // namespace

PlaneAxes::PlaneAxes(QChart *chart)
    : m_chart(chart)
    , m_intensity(new QCategoryAxis)
    , m_performance(new QCategoryAxis)
{
    chart->addAxis(m_intensity, Qt::AlignBottom);
    chart->addAxis(m_performance, Qt::AlignLeft);
    for (QCategoryAxis *axis : { m_intensity, m_performance }) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
}

void PlaneAxes::setStyle(const ChartStyle &style)
{
    m_chart->setBackgroundBrush(style.ground());
    m_chart->setBackgroundPen(Qt::NoPen);
    for (QCategoryAxis *axis : { m_intensity, m_performance }) {
        axis->setLabelsFont(style.smallFont());
        axis->setLabelsBrush(style.text());
        axis->setTitleFont(style.textFont());
        axis->setTitleBrush(style.text());
        axis->setLinePen(style.axisPen());
        axis->setGridLinePen(style.gridPen());
    }
}

void PlaneAxes::show(const RooflineLayout &layout)
{
    const Viewport &plane = layout.viewports.plane;
    m_chart->setPlotArea(plane.area);
    setTicks(*m_intensity, layout.intensity, plane.frame.left, plane.frame.right);
    setTicks(*m_performance, layout.performance, plane.frame.bottom, plane.frame.top);
    showRoofs(layout.roofs);
    m_chart->layout()->activate(); // now, not after the next frame
}

void PlaneAxes::showRoofs(const std::vector<DrawnLine> &roofs)
{
    while (m_roofs.size() < roofs.size()) {
        m_roofs.push_back(new QLineSeries);
        m_chart->addSeries(m_roofs.back());
        m_roofs.back()->attachAxis(m_intensity);
        m_roofs.back()->attachAxis(m_performance);
    }
    for (std::size_t i = 0; i < m_roofs.size(); ++i) {
        if (i >= roofs.size()) {
            if (m_roofs[i]->count() > 0)
                m_roofs[i]->clear();
            continue;
        }
        if (m_roofs[i]->pen() != roofs[i].pen)
            m_roofs[i]->setPen(roofs[i].pen);
        m_roofs[i]->replace(QList<QPointF> { roofs[i].line.p1(), roofs[i].line.p2() });
    }
}

namespace {

constexpr double launchCapWidth = 12;
constexpr double stripTickLength = 3;
constexpr double otherRidgeRadius = 2;

/// Readable on whatever lies beneath. The halo is the text itself, moved: outlines of glyphs take ten times as long.
void paintHalo(QPainter &painter, const PlacedText &text, QColor halo)
{
    constexpr double width = 1.2;
    halo.setAlphaF(0.6); // points shine through
    painter.setPen(halo);
    for (const QPointF &by :
         { QPointF(-width, -width), QPointF(width, -width), QPointF(-width, width), QPointF(width, width) })
        painter.drawText(text.place.box.translated(by), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text.text);
}

void paintText(QPainter &painter, const PlacedText &text, const ChartStyle &style)
{
    const QRectF &box = text.place.box;
    painter.save();
    painter.translate(text.place.anchor);
    painter.rotate(text.place.angleDegrees);
    painter.setFont(text.font);
    if (text.place.coversLines)
        painter.fillRect(box.adjusted(-2, 1, 2, -1), style.groundOfText());
    if (text.ground == TextGround::Plain) {
        painter.fillRect(box.adjusted(0, 2, 0, -2), style.groundOfText());
    } else if (text.ground == TextGround::Rounded) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.ground());
        painter.drawRoundedRect(box, 3, 3);
    } else if (text.ground == TextGround::Badge) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.text());
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    } else if (text.ground == TextGround::Halo) {
        paintHalo(painter, text, style.ground());
    }
    painter.setPen(text.color);
    const bool isInItsBox = text.ground == TextGround::Rounded || text.ground == TextGround::Badge;
    painter.drawText(box, (isInItsBox ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextDontClip,
                     text.text);
    painter.restore();
}

void paintLaunchCeilings(QPainter &painter, const QList<QLineF> &stems, const ChartStyle &style)
{
    QPen pen = style.launchPen();
    pen.setWidth(1); // upright and thin, dashes are drawn without a path
    pen.setDashPattern({ 1, 2 });
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    painter.drawLines(stems);
    painter.setPen(style.launchPen());
    const QPointF half(launchCapWidth / 2, 0);
    for (const QLineF &stem : stems)
        painter.drawLine(stem.p2() - half, stem.p2() + half);
}

} // namespace

void paintGround(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style)
{
    painter.setClipRect(layout.viewports.plane.area);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const FilledArea &area : layout.areas) {
        painter.setBrush(area.brush);
        painter.drawPolygon(area.outline);
    }
    painter.setPen(style.intervalPen()); // edges separate overlapping bands
    painter.drawLines(layout.bandEdges);
    painter.setPen(style.minorGridPen());
    painter.setRenderHint(QPainter::Antialiasing, false); // level lines need none, and are drawn much sooner
    painter.drawLines(layout.minorGrid);
    paintLaunchCeilings(painter, layout.launchStems, style);
}

void paintRidgeAndStrip(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.mutedText(), 1));
    painter.setBrush(style.ground());
    for (const QPointF &corner : layout.otherRidges)
        painter.drawEllipse(corner, otherRidgeRadius, otherRidgeRadius);
    if (layout.ridge) {
        painter.setClipRect(layout.viewports.plane.area);
        painter.setPen(style.ridgePen());
        const QPointF corner = layout.ridge->p1();
        painter.drawLine(QPointF(corner.x(), std::max(corner.y(), layout.viewports.plane.area.top())),
                         layout.ridge->p2());
        painter.setPen(QPen(style.text(), 1.5));
        painter.setBrush(style.ground());
        painter.drawEllipse(corner, 4, 4);
        painter.setClipping(false);
    }
    const QRectF &area = layout.viewports.strip.area;
    if (area.isEmpty())
        return;
    painter.setFont(style.smallFont());
    painter.fillRect(area, style.zoneBrush(RoofKind::Memory));
    const QFontMetricsF metrics(style.smallFont());
    for (const LogTick &tick : layout.stripTicks) {
        const double x = tick.position;
        painter.setPen(style.gridPen());
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(style.axisPen());
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + stripTickLength));
        QRectF box(0, area.bottom() + 1, metrics.horizontalAdvance(tick.label) + 2, metrics.height());
        box.moveCenter({ x, box.center().y() });
        painter.setPen(style.text());
        painter.drawText(box, Qt::AlignCenter, tick.label);
    }
    for (const DrawnLine &roof : layout.stripRoofs) {
        painter.setPen(roof.pen);
        painter.drawLine(roof.line);
    }
    painter.setPen(style.axisPen());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

void paintTexts(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style)
{
    for (const PlacedText &text : layout.texts)
        paintText(painter, text, style);
}

namespace {

constexpr double outlineGap = 7; ///< between a mark and the arrow that points to it, for its outline
constexpr double arrowLength = 7;

QPainterPath shapeOf(const MarkScene &scene, std::size_t mark, double diameter)
{
    return ChartStyle::markerPath(markerShape(scene.pointOf(mark).family), diameter).translated(scene.centre(mark));
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

void paintSpread(QPainter &painter, const MarkScene &scene, std::size_t mark)
{
    const std::optional<QLineF> shown = spreadOf(scene, mark);
    if (!shown)
        return;
    painter.setPen(QPen(scene.style().mutedText(), 1));
    painter.drawLine(*shown);
    const QPointF cap = scene.mark(mark).onStrip ? QPointF(0, 3) : QPointF(3, 0);
    const std::optional<QLineF> whole = wholeSpreadOf(scene, mark);
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
