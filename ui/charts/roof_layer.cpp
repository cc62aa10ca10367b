// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roof_layer.h"

#include "ui/charts/chart_text.h"
#include "ui/charts/log_axis.h"
#include "ui/style/display_names.h"

#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double labelGap = 3; // pixels between a line and its name
constexpr double launchCapWidth = 12;

/// The area below the roof of a pair between two intensities, down to the lower edge.
QPolygonF areaBelow(const Viewport &viewport, QPointF ridge, double from, double to)
{
    const auto roof = [&](double x) { return std::min(ridge.y(), ridge.y() + x - ridge.x()); };
    QPolygonF polygon;
    polygon << viewport.toPixel({ from, roof(from) }) << viewport.toPixel({ to, roof(to) })
            << viewport.toPixel({ to, viewport.frame.bottom }) << viewport.toPixel({ from, viewport.frame.bottom });
    return polygon;
}

QPolygonF textBox(QPointF anchor, double angleDegrees, const QRectF &box)
{
    return QTransform().translate(anchor.x(), anchor.y()).rotate(angleDegrees).map(QPolygonF(box));
}

bool crosses(const QPolygonF &box, const QLineF &line)
{
    for (qsizetype i = 0; i < box.size(); ++i) {
        if (QLineF(box[i], box[(i + 1) % box.size()]).intersects(line, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return box.containsPoint(line.center(), Qt::OddEvenFill);
}

bool isFree(const QPolygonF &box, const QList<QPolygonF> &texts)
{
    return std::none_of(texts.begin(), texts.end(), [&](const QPolygonF &other) { return other.intersects(box); });
}

} // namespace

std::optional<QLineF> visiblePart(const RoofLine &line, const Frame &frame)
{
    double from = 0;
    double to = 1;
    const QPointF delta = line.to - line.from;
    const auto clip = [&](double start, double change, double low, double high) {
        if (change == 0)
            return start >= low && start <= high;
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from < to;
    };
    if (!clip(line.from.x(), delta.x(), frame.left, frame.right)
        || !clip(line.from.y(), delta.y(), frame.bottom, frame.top))
        return std::nullopt;
    return QLineF(line.from + delta * from, line.from + delta * to);
}

RoofGroundLayer::RoofGroundLayer(QGraphicsItem *parent)
    : QGraphicsItem(parent)
{
}

void RoofGroundLayer::setScene(const RooflineContent *content, const ChartStyle *style)
{
    m_content = content;
    m_style = style;
    update();
}

void RoofGroundLayer::setLines(std::vector<RoofLine> lines)
{
    m_lines = std::move(lines);
    update();
}

void RoofGroundLayer::setViewport(const Viewport &viewport)
{
    prepareGeometryChange();
    m_viewport = viewport;
    update();
}

void RoofGroundLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    paintZones(*painter);
    paintMinorGrid(*painter);
    paintSustained(*painter);
    paintIntervals(*painter);
    if (m_showsLaunch)
        paintLaunchCeilings(*painter);
    painter->restore();
}

void RoofGroundLayer::setShowsLaunch(bool shows)
{
    m_showsLaunch = shows;
    update();
}

void RoofGroundLayer::paintSustained(QPainter &painter) const
{
    painter.setPen(Qt::NoPen);
    for (const RoofLine &line : m_lines) {
        const auto sustained = line.theoretical ? std::nullopt : sustainedRoof(*m_content, line.roof);
        const bool drawsBoth = sustained && std::any_of(m_lines.begin(), m_lines.end(), [&](const RoofLine &other) {
                                   return other.roof == *sustained && !other.theoretical;
                               });
        const auto part = drawsBoth ? visiblePart(line, grown(m_viewport.frame, 0.5)) : std::nullopt;
        if (!part)
            continue;
        const QPointF down(0, std::log10(m_content->roofs[*sustained].value / m_content->roofs[line.roof].value));
        painter.setBrush(m_style->sustainedBrush(m_content->roofs[line.roof]));
        painter.drawPolygon(
            QPolygonF({ m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()),
                        m_viewport.toPixel(part->p2() + down), m_viewport.toPixel(part->p1() + down) }));
    }
}

void RoofGroundLayer::paintLaunchCeilings(QPainter &painter) const
{
    const double floorSeconds = m_content->roofs[*m_content->launchRoof].value;
    QPen stem = m_style->launchPen();
    stem.setDashPattern({ 1, 2 });
    for (const Mark &mark : m_content->marks) {
        const RooflinePoint &point = m_content->points[mark.point];
        if (point.verdict.bound != Bound::Launch || mark.onStrip || mark.grounded)
            continue;
        const double ceiling = std::log10(static_cast<double>(point.cost.flops) / floorSeconds);
        const QPointF top = m_viewport.toPixel({ mark.x, ceiling });
        const QPointF half(launchCapWidth / 2, 0);
        painter.setPen(stem);
        painter.drawLine(m_viewport.toPixel({ mark.x, mark.y }), top);
        painter.setPen(m_style->launchPen());
        painter.drawLine(top - half, top + half);
    }
}

void RoofGroundLayer::paintMinorGrid(QPainter &painter) const
{
    const Frame &frame = m_viewport.frame;
    painter.setPen(m_style->minorGridPen());
    for (const double x : minorTicks(frame.left, frame.right, m_viewport.area.width() / frame.width()))
        painter.drawLine(m_viewport.toPixel({ x, frame.bottom }), m_viewport.toPixel({ x, frame.top }));
    for (const double y : minorTicks(frame.bottom, frame.top, m_viewport.area.height() / frame.height()))
        painter.drawLine(m_viewport.toPixel({ frame.left, y }), m_viewport.toPixel({ frame.right, y }));
}

void RoofGroundLayer::paintZones(QPainter &painter) const
{
    if (!m_content->ridge)
        return;
    const QPointF ridge = ridgeOf(m_content->roofs[m_content->ridge->computeRoof].value,
                                  m_content->roofs[m_content->ridge->memoryRoof].value);
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
    painter.setPen(Qt::NoPen);
    for (const RoofLine &line : m_lines) {
        const Roof &roof = m_content->roofs[line.roof];
        const auto &[low, high] = roof.interval;
        if (line.theoretical || !(low > 0) || !(high > low) || !m_content->judging.contains(line.roof))
            continue;
        const auto part = visiblePart(line, grown(m_viewport.frame, 0.5));
        if (!part)
            continue;
        const QPointF down(0, std::log10(low / roof.value));
        const QPointF up(0, std::log10(high / roof.value));
        QPolygonF band;
        band << m_viewport.toPixel(part->p1() + up) << m_viewport.toPixel(part->p2() + up)
             << m_viewport.toPixel(part->p2() + down) << m_viewport.toPixel(part->p1() + down);
        painter.setBrush(m_style->intervalBrush(roof.kind()));
        painter.drawPolygon(band);
    }
}

RoofLabelLayer::RoofLabelLayer(QGraphicsItem *parent)
    : QGraphicsItem(parent)
{
}

void RoofLabelLayer::setScene(const RooflineContent *content, const ChartStyle *style)
{
    m_content = content;
    m_style = style;
    update();
}

void RoofLabelLayer::setLines(std::vector<RoofLine> lines)
{
    m_lines = std::move(lines);
    update();
}

void RoofLabelLayer::setShowsLaunch(bool shows)
{
    m_showsLaunch = shows;
    update();
}

void RoofLabelLayer::setViewport(const Viewport &viewport)
{
    prepareGeometryChange();
    m_viewport = viewport;
    update();
}

void RoofLabelLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_style->smallFont());

    Obstacles taken = obstacles();
    paintCaption(*painter, taken);
    paintRidge(*painter, taken);
    // The roofs that judge get the room first, the theoretical ones what is left.
    for (const int rank : { 0, 1, 2 }) {
        for (const RoofLine &line : m_lines) {
            const int lineRank = line.theoretical ? 2 : m_content->judging.contains(line.roof) ? 0 : 1;
            if (lineRank == rank)
                paintLabel(*painter, line, taken);
        }
    }
    painter->restore();
}

RoofLabelLayer::Obstacles RoofLabelLayer::obstacles() const
{
    constexpr std::size_t mostMarks = 500; // among more there is no free place to look for
    Obstacles taken;
    for (const RoofLine &line : m_lines) {
        if (const auto part = visiblePart(line, m_viewport.frame))
            taken.lines << QLineF(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
    }
    if (m_content->marks.size() > mostMarks)
        return taken;
    for (const Mark &mark : m_content->marks) {
        if (mark.onStrip || mark.grounded)
            continue;
        QRectF box(0, 0, mark.diameter, mark.diameter);
        box.moveCenter(m_viewport.toPixel({ mark.x, mark.y }));
        taken.marks << box;
    }
    return taken;
}

void RoofLabelLayer::paintCaption(QPainter &painter, Obstacles &taken) const
{
    QStringList lines;
    if (m_content->theoretical)
        lines << whatIfLabel(*m_content);
    if (m_showsLaunch)
        lines << launchLabel(m_content->roofs[*m_content->launchRoof]);
    constexpr double gap = 6;
    const QFontMetricsF metrics(painter.font());
    QPointF corner = m_viewport.area.topLeft() + QPointF(gap, gap);
    for (const QString &line : std::as_const(lines)) {
        const QRectF box(corner, QSizeF(metrics.horizontalAdvance(line), metrics.height()));
        painter.fillRect(box, m_style->ground());
        painter.setPen(m_content->theoretical && corner.y() < m_viewport.area.top() + metrics.height()
                           ? m_style->warning()
                           : m_style->mutedText());
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, line);
        taken.texts << QPolygonF(box);
        corner += QPointF(0, metrics.height());
    }
}

void RoofLabelLayer::paintRidge(QPainter &painter, Obstacles &taken) const
{
    if (!m_content->ridge)
        return;
    const QPointF ridge = ridgeOf(m_content->roofs[m_content->ridge->computeRoof].value,
                                  m_content->roofs[m_content->ridge->memoryRoof].value);
    const Frame &frame = m_viewport.frame;
    if (ridge.x() <= frame.left || ridge.x() >= frame.right || ridge.y() <= frame.bottom)
        return;
    const QPointF corner = m_viewport.toPixel(ridge);
    painter.setPen(m_style->ridgePen());
    painter.drawLine(QPointF(corner.x(), std::max(corner.y(), m_viewport.area.top())),
                     QPointF(corner.x(), m_viewport.area.bottom()));
    painter.setPen(QPen(m_style->text(), 1.5));
    painter.setBrush(m_style->ground());
    painter.drawEllipse(corner, 4, 4);
    taken.texts << QPolygonF(QRectF(corner - QPointF(8, 8), QSizeF(16, 16)));

    const QFontMetricsF metrics(painter.font());
    const QString text = ridgeLabel(std::pow(10.0, ridge.x()));
    QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
    box.moveBottomLeft({ corner.x() + 6, m_viewport.area.bottom() - 4 - metrics.height() });
    if (box.right() > m_viewport.area.right())
        box.moveRight(corner.x() - 6);
    painter.setPen(m_style->mutedText());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    taken.texts << QPolygonF(box);
    paintZoneNames(painter, corner, taken);
}

void RoofLabelLayer::paintZoneNames(QPainter &painter, QPointF corner, Obstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    const auto paintName = [&](Bound bound, RoofKind kind, bool isLeft) {
        const QString name = displayName(bound);
        QRectF box(0, 0, metrics.horizontalAdvance(name), metrics.height());
        box.moveBottomLeft({ isLeft ? corner.x() - 6 - box.width() : corner.x() + 6, m_viewport.area.bottom() - 4 });
        if (!m_viewport.area.contains(box))
            return;
        painter.setPen(m_style->roofColor(kind));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        taken.texts << QPolygonF(box);
    };
    paintName(Bound::Bandwidth, RoofKind::Memory, true);
    paintName(Bound::Compute, RoofKind::Compute, false);
}

bool RoofLabelLayer::sharesItsName(const RoofLine &line, double lineHeight) const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const RoofLine &other) {
        return other.roof == line.roof && other.theoretical != line.theoretical
            && std::abs(m_viewport.toPixel(other.from).y() - m_viewport.toPixel(line.from).y()) < lineHeight;
    });
}

void RoofLabelLayer::paintLabel(QPainter &painter, const RoofLine &line, Obstacles &taken) const
{
    const auto part = visiblePart(line, m_viewport.frame);
    if (!part)
        return;
    const Roof &roof = m_content->roofs[line.roof];
    const QFontMetricsF metrics(painter.font());
    const bool sharesName = sharesItsName(line, metrics.height());
    if (sharesName && line.theoretical)
        return; // the measured one says it
    const QLineF own(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
    constexpr double margin = 10;
    QString text = line.theoretical || m_content->theoretical ? theoreticalRoofLabel(roof) : roofLabel(roof);
    if (sharesName && metrics.horizontalAdvance(roofWithTheoryLabel(roof)) + 2 * margin <= own.length())
        text = roofWithTheoryLabel(roof);
    const double width = metrics.horizontalAdvance(text);
    const double room = own.length() - width;
    if (room < 2 * margin)
        return;
    const double angle = -own.angle();
    const QPointF direction = (own.p2() - own.p1()) / own.length();
    const QRectF above(0, -metrics.height() - labelGap, width, metrics.height());
    const QRectF below(0, labelGap, width, metrics.height());
    // How much a place may disturb: nothing, other lines, other lines and marks. Other names never.
    enum Leniency { Strict, OverLines, OverMarks };
    const auto isClear = [&](const QPolygonF &place, Leniency leniency) {
        if (!isFree(place, taken.texts) || !m_viewport.area.contains(place.boundingRect()))
            return false;
        const bool onLine = std::any_of(taken.lines.begin(), taken.lines.end(),
                                        [&](const QLineF &other) { return other != own && crosses(place, other); });
        const bool onMark = std::any_of(taken.marks.begin(), taken.marks.end(),
                                        [&](const QRectF &mark) { return place.intersects(QPolygonF(mark)); });
        return (!onLine || leniency >= OverLines) && (!onMark || leniency >= OverMarks);
    };

    // Flat roofs are named at their right end, slopes in their upper half: away from most points.
    const bool flat = roof.compute() != nullptr;
    constexpr int places = 20;
    for (const Leniency leniency : { Strict, OverLines, OverMarks }) {
        for (int step = 0; step <= places; ++step) {
            const double share = static_cast<double>(step) / places;
            const double distance = margin + (room - 2 * margin) * (flat ? 1 - share : std::fmod(0.45 + share, 1.0));
            const QPointF anchor = own.p1() + direction * distance;
            for (const QRectF &box : { above, below }) {
                const QPolygonF place = textBox(anchor, angle, box);
                if (!isClear(place, leniency))
                    continue;
                taken.texts << place;
                painter.save();
                painter.translate(anchor);
                painter.rotate(angle);
                if (leniency != Strict)
                    painter.fillRect(box, m_style->ground());
                painter.setPen(m_style->roofColor(roof));
                painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
                painter.restore();
                return;
            }
        }
    }
}

} // namespace ridgepoint
