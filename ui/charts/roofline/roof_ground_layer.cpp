// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roof_ground_layer.h"

#include "ui/charts/plot/log_axis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ridgepoint {

namespace {

constexpr double launchCapWidth = 12;
/// More launch ceilings than that stand for their neighbours, too: nobody follows as many stems.
constexpr std::size_t mostCeilings = 300;

/// The area below the roof of a pair between two intensities, down to the lower edge.
QPolygonF areaBelow(const Viewport &viewport, QPointF ridge, double from, double to)
{
    const auto roof = [&](double x) { return std::min(ridge.y(), ridge.y() + x - ridge.x()); };
    QPolygonF polygon;
    polygon << viewport.toPixel({ from, roof(from) }) << viewport.toPixel({ to, roof(to) })
            << viewport.toPixel({ to, viewport.frame.bottom }) << viewport.toPixel({ from, viewport.frame.bottom });
    return polygon;
}

/// The line of a roof that is higher by so many decades. One of a memory, which rises by a decade a decade, ends at the
/// same height: there the compute roof begins.
QLineF moved(const QLineF &line, double decades, RoofKind kind)
{
    const QPointF up(0, decades);
    return { line.p1() + up, kind == RoofKind::Memory ? line.p2() - QPointF(decades, 0) : line.p2() + up };
}

/// Where a line has to be cut so that its band, of so many decades, has no end in sight.
Frame frameWithBands(const Frame &frame, double decades)
{
    return grown(frame, decades + 0.01); // a rim for antialiasing
}

/// Between two lines in pixels.
QPolygonF bandBetween(const QLineF &upper, const QLineF &lower)
{
    return QPolygonF({ upper.p1(), upper.p2(), lower.p2(), lower.p1() });
}

} // namespace

void RoofGroundLayer::setContent(const RooflineContent *content, const ChartStyle *style)
{
    RoofLayer::setContent(content, style);
    setVisibleMarks({});
}

void RoofGroundLayer::setVisibleMarks(const std::vector<bool> &visible)
{
    m_ceilings.clear();
    m_ceilingMarks.clear();
    update();
    if (!m_content || !m_content->launchRoof)
        return;
    const double overheadSeconds = m_content->roofs[*m_content->launchRoof].value;
    for (std::size_t i = 0; i < m_content->marks.size(); ++i) {
        const Mark &mark = m_content->marks[i];
        const RooflinePoint &point = m_content->points[mark.point];
        const bool isHidden = i < visible.size() && !visible[i];
        if (isHidden || point.verdict.bound != Bound::Launch || mark.onStrip || mark.grounded)
            continue;
        m_ceilings.push_back({ { mark.x, std::log10(static_cast<double>(point.cost.flops) / overheadSeconds) } });
        m_ceilingMarks.push_back(i);
    }
}

void RoofGroundLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    paintZones(*painter);
    paintSustained(*painter);
    paintIntervals(*painter);
    paintMinorGrid(*painter);
    paintLaunchCeilings(*painter);
    painter->restore();
}

void RoofGroundLayer::paintSustained(QPainter &painter) const
{
    painter.setPen(Qt::NoPen);
    for (const RoofLine &line : m_lines) {
        const auto sustained = line.theoretical ? std::nullopt : sustainedRoof(*m_content, line.roof);
        const bool drawsBoth = sustained && std::any_of(m_lines.begin(), m_lines.end(), [&](const RoofLine &other) {
                                   return other.roof == *sustained && !other.theoretical;
                               });
        if (!drawsBoth)
            continue;
        const Roof &roof = m_content->roofs[line.roof];
        const double down = std::log10(m_content->roofs[*sustained].value / roof.value);
        const auto part = visiblePart(line, frameWithBands(m_viewport.frame, -down));
        if (!part)
            continue;
        painter.setBrush(m_style->sustainedBrush(roof));
        const QLineF lower = moved(*part, down, roof.kind());
        painter.drawPolygon(bandBetween(m_viewport.toPixel(*part), m_viewport.toPixel(lower)));
    }
}

std::vector<std::uint32_t> RoofGroundLayer::ceilingsToPaint() const
{
    if (m_ceilings.size() > mostCeilings)
        return detailFor(m_ceilings, { m_viewport, {} }, mostCeilings).places;
    std::vector<std::uint32_t> all(m_ceilings.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

QList<QLineF> RoofGroundLayer::launchStems() const
{
    QList<QLineF> stems;
    if (!m_showsLaunch || m_content->relative)
        return stems;
    for (const std::uint32_t index : ceilingsToPaint()) {
        const Mark &mark = m_content->marks[m_ceilingMarks[index]];
        stems << QLineF(m_viewport.toPixel({ mark.x, mark.y }), m_viewport.toPixel(m_ceilings[index].at));
    }
    return stems;
}

void RoofGroundLayer::paintLaunchCeilings(QPainter &painter) const
{
    QPen pen = m_style->launchPen();
    pen.setWidth(1); // upright and thin, dashes are drawn without a path
    pen.setDashPattern({ 1, 2 });
    const QPointF half(launchCapWidth / 2, 0);
    const QList<QLineF> stems = launchStems();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    painter.drawLines(stems);
    painter.setPen(m_style->launchPen());
    for (const QLineF &stem : stems)
        painter.drawLine(stem.p2() - half, stem.p2() + half);
    painter.setRenderHint(QPainter::Antialiasing);
}

void RoofGroundLayer::paintMinorGrid(QPainter &painter) const
{
    const Frame &frame = m_viewport.frame;
    painter.setPen(m_style->minorGridPen());
    painter.setRenderHint(QPainter::Antialiasing, false); // level lines need none, and are drawn much sooner
    for (const double x : minorTicks(frame.left, frame.right, m_viewport.area.width() / frame.width()))
        painter.drawLine(m_viewport.toPixel({ x, frame.bottom }), m_viewport.toPixel({ x, frame.top }));
    for (const double y : minorTicks(frame.bottom, frame.top, m_viewport.area.height() / frame.height()))
        painter.drawLine(m_viewport.toPixel({ frame.left, y }), m_viewport.toPixel({ frame.right, y }));
    painter.setRenderHint(QPainter::Antialiasing);
}

void RoofGroundLayer::paintZones(QPainter &painter) const
{
    if (!m_content->ridge)
        return;
    const QPointF ridge = ridgePlace(*m_content);
    const Frame &frame = m_viewport.frame;
    const double middle = std::clamp(ridge.x(), frame.left, frame.right);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_style->zoneBrush(RoofKind::Memory));
    painter.drawPolygon(areaBelow(m_viewport, ridge, frame.left, middle));
    painter.setBrush(m_style->zoneBrush(RoofKind::Compute));
    painter.drawPolygon(areaBelow(m_viewport, ridge, middle, frame.right));
}

void RoofGroundLayer::paintIntervals(QPainter &painter) const
{
    if (m_content->relative)
        return; // each point has roofs of its own
    QList<QLineF> edges;
    painter.setPen(Qt::NoPen);
    for (const RoofLine &line : m_lines) {
        const Roof &roof = m_content->roofs[line.roof];
        const auto &[low, high] = roof.interval;
        if (line.theoretical || !(low > 0) || !(high > low) || !m_content->judging.contains(line.roof))
            continue;
        const double up = std::log10(high / roof.value);
        const double down = std::log10(low / roof.value);
        const auto part = visiblePart(line, frameWithBands(m_viewport.frame, std::max(up, -down)));
        if (!part)
            continue;
        const QLineF upper = m_viewport.toPixel(moved(*part, up, roof.kind()));
        const QLineF lower = m_viewport.toPixel(moved(*part, down, roof.kind()));
        painter.setBrush(m_style->intervalBrush(roof.kind()));
        painter.drawPolygon(bandBetween(upper, lower));
        edges << upper << lower;
    }
    painter.setPen(m_style->intervalPen()); // edges separate overlapping bands
    painter.drawLines(edges);
}

} // namespace ridgepoint
