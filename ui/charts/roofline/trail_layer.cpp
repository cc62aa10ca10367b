// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/trail_layer.h"

#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double dotRadius = 3.5;
constexpr double textGap = 6;

} // namespace

void TrailLayer::setTrails(std::vector<Trail> trails)
{
    m_trails = std::move(trails);
    update();
}

void TrailLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (m_trails.empty() || !m_style)
        return;
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Trail &trail : m_trails) {
        QPolygonF way;
        for (const Trail::Stop &stop : trail.stops)
            way << m_viewport.toPixel(stop.place);
        painter->setPen(QPen(trail.color, 1.6));
        painter->drawPolyline(way);
        for (qsizetype i = 0; i < way.size(); ++i) {
            const Trail::Stop &stop = trail.stops[std::size_t(i)];
            if (!stop.hasDot)
                continue;
            painter->setBrush(stop.isMeasured ? trail.color : m_style->ground());
            painter->drawEllipse(way[i], dotRadius, dotRadius);
        }
        paintTexts(*painter, trail);
    }
    painter->restore();
}

/// From the first stop on; a text that would cover another one is left out.
void TrailLayer::paintTexts(QPainter &painter, const Trail &trail) const
{
    painter.setFont(m_style->smallFont());
    const QFontMetricsF metrics(painter.font());
    QList<QRectF> taken;
    for (const Trail::Stop &stop : trail.stops) {
        if (stop.text.isEmpty())
            continue;
        QRectF box(0, 0, metrics.horizontalAdvance(stop.text) + 2, metrics.height());
        box.moveBottomRight(m_viewport.toPixel(stop.place) + QPointF(-textGap, -1));
        const bool isCovered =
            std::ranges::any_of(taken, [&box](const QRectF &other) { return other.intersects(box); });
        if (isCovered || !m_viewport.area.contains(box))
            continue;
        taken << box;
        QColor ground = m_style->ground();
        ground.setAlphaF(0.8);
        painter.fillRect(box, ground);
        painter.setPen(trail.color);
        painter.drawText(box, Qt::AlignCenter, stop.text);
    }
}

} // namespace ridgepoint
