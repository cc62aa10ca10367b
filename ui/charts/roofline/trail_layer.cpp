// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/trail_layer.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double faintDotRadius = 2.2;
constexpr double faintness = 0.65;
constexpr double trailReach = 6; ///< of the pointer, in pixels

/// From a pixel to a line between two others.
double distanceToLine(QPointF pixel, QPointF from, QPointF to)
{
    const QPointF way = to - from;
    const double square = QPointF::dotProduct(way, way);
    const double part = square > 0 ? std::clamp(QPointF::dotProduct(pixel - from, way) / square, 0.0, 1.0) : 0;
    return QLineF(pixel, from + way * part).length();
}

} // namespace

void makeRoom(RooflineContent &content, const std::vector<Trail> &trails)
{
    for (const Trail &trail : trails) {
        for (const Trail::Stop &stop : trail.stops)
            widen(content.frame, stop.place);
    }
}

void TrailLayer::setViewport(const Viewport &viewport)
{
    prepareGeometryChange();
    m_viewport = viewport;
}

std::optional<TrailStop> TrailLayer::stopAt(QPointF pixel) const
{
    if (!m_viewport.area.contains(pixel))
        return std::nullopt;
    for (std::size_t trail = m_trails.size(); trail-- > 0;) {
        const std::vector<Trail::Stop> &stops = m_trails[trail].stops;
        for (std::size_t i = 1; i < stops.size(); ++i) {
            const QPointF from = m_viewport.toPixel(stops[i - 1].place);
            const QPointF to = m_viewport.toPixel(stops[i].place);
            if (distanceToLine(pixel, from, to) > trailReach)
                continue;
            const std::size_t nearest = QLineF(pixel, from).length() < QLineF(pixel, to).length() ? i - 1 : i;
            if (!stops[nearest].title.isEmpty())
                return TrailStop { trail, nearest };
        }
    }
    return std::nullopt;
}

QPointF TrailLayer::centre(TrailStop stop) const
{
    return m_viewport.toPixel(m_trails[stop.trail].stops[stop.stop].place);
}

void TrailLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Trail &trail : m_trails)
        paintWay(*painter, trail);
    painter->restore();
}

/// Between stops that were measured the line is solid.
void TrailLayer::paintWay(QPainter &painter, const Trail &trail) const
{
    QColor color = trail.color;
    if (trail.isFaint)
        color.setAlphaF(faintness);
    const QPen solid(color, trail.isFaint ? 1 : 1.8);
    QPen broken = solid;
    broken.setDashPattern({ 4, 3 });
    const double radius = trail.isFaint ? faintDotRadius : trailDotRadius;
    for (std::size_t i = 1; i < trail.stops.size(); ++i) {
        const Trail::Stop &from = trail.stops[i - 1];
        const Trail::Stop &to = trail.stops[i];
        painter.setPen(from.isMeasured && to.isMeasured ? solid : broken);
        painter.drawLine(m_viewport.toPixel(from.place), m_viewport.toPixel(to.place));
    }
    painter.setPen(solid);
    for (const Trail::Stop &stop : trail.stops) {
        painter.setBrush(stop.isMeasured ? color : m_style.ground());
        if (stop.hasDot)
            painter.drawEllipse(m_viewport.toPixel(stop.place), radius, radius);
    }
}

} // namespace rooflight
