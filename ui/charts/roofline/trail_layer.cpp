// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/trail_layer.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double dotRadius = 3.5;
constexpr double faintDotRadius = 2.2;
constexpr double faintness = 0.65;
constexpr double textGap = 6;
constexpr double wideTextGap = 16; ///< clear of the ring around a selected mark
constexpr double shortTrail = 40; ///< pixels; such a one lies below that ring
constexpr double textsApart = 4; ///< else two numbers are read as one
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

void TrailLayer::setTrails(std::vector<Trail> trails)
{
    m_trails = std::move(trails);
    update();
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
    if (m_trails.empty() || !m_style)
        return;
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Trail &trail : m_trails)
        paintWay(*painter, trail);
    painter->restore();
}

void TrailLayer::paintTexts(QPainter &painter) const
{
    if (m_trails.empty() || !m_style)
        return;
    painter.save();
    painter.setClipRect(m_viewport.area);
    painter.setFont(m_style->smallFont());
    for (const PlacedText &text : placedTexts()) {
        painter.fillRect(text.box, m_style->groundOfText());
        painter.setPen(text.color);
        painter.drawText(text.box, Qt::AlignCenter, text.stop->text);
    }
    painter.restore();
}

void TrailTextLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    m_trails->paintTexts(*painter);
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
    const double radius = trail.isFaint ? faintDotRadius : dotRadius;
    for (std::size_t i = 1; i < trail.stops.size(); ++i) {
        const Trail::Stop &from = trail.stops[i - 1];
        const Trail::Stop &to = trail.stops[i];
        painter.setPen(from.isMeasured && to.isMeasured ? solid : broken);
        painter.drawLine(m_viewport.toPixel(from.place), m_viewport.toPixel(to.place));
    }
    painter.setPen(solid);
    for (const Trail::Stop &stop : trail.stops) {
        painter.setBrush(stop.isMeasured ? color : m_style->ground());
        if (stop.hasDot)
            painter.drawEllipse(m_viewport.toPixel(stop.place), radius, radius);
    }
}

/// The last stop first, as it says most; a text without a free place is left out, and all between the ends of a short
/// trail.
void TrailLayer::placeTexts(const Trail &trail, const QList<QRectF> &obstacles, std::vector<PlacedText> &placed) const
{
    if (trail.stops.empty())
        return;
    const QFontMetricsF metrics(m_style->smallFont());
    const QPointF end = m_viewport.toPixel(trail.stops.back().place);
    const auto isNear = [&](const Trail::Stop &stop) {
        return QLineF(m_viewport.toPixel(stop.place), end).length() < shortTrail;
    };
    const bool isShort = std::ranges::all_of(trail.stops, isNear);
    QList<QRectF> taken = obstacles + dotsOf(trail);
    for (const PlacedText &other : placed)
        taken << other.box.adjusted(-textsApart, 0, textsApart, 0);
    for (std::size_t i = 0; i < trail.stops.size(); ++i) {
        const Trail::Stop &stop = trail.stops[(i + trail.stops.size() - 1) % trail.stops.size()];
        const bool isLast = i == 0; // the way comes from the other side
        const bool isEnd = i < 2;
        if (stop.text.isEmpty() || (isShort && !isEnd))
            continue;
        const QSizeF size(metrics.horizontalAdvance(stop.text) + 2, metrics.height());
        const double gap = isShort ? wideTextGap : textGap;
        if (const auto box = freeBox(m_viewport.toPixel(stop.place), size, gap, isLast, taken)) {
            placed.push_back({ *box, &stop, trail.color });
            taken << box->adjusted(-textsApart, 0, textsApart, 0);
        }
    }
}

QList<QRectF> TrailLayer::dotsOf(const Trail &trail) const
{
    QList<QRectF> dots;
    for (const Trail::Stop &stop : trail.stops) {
        if (stop.hasDot)
            dots << QRectF(m_viewport.toPixel(stop.place) - QPointF(dotRadius, dotRadius),
                           2 * QSizeF(dotRadius, dotRadius));
    }
    return dots;
}

/// Above the place, else below it; farther away it would be taken for another one's.
std::optional<QRectF> TrailLayer::freeBox(QPointF place, const QSizeF &size, double gap, bool preferRight,
                                          const QList<QRectF> &taken) const
{
    const double side = preferRight ? 1 : -1;
    const double across = gap + size.width() / 2;
    const double away = 1 + size.height() / 2;
    for (const QPointF &by : { QPointF(side * across, -away), QPointF(-side * across, -away), QPointF(0, -away - gap),
                               QPointF(side * across, away), QPointF(-side * across, away), QPointF(0, away + gap) }) {
        QRectF box(QPointF(), size);
        box.moveCenter(place + by);
        const auto isCovered = [&box](const QRectF &other) { return other.intersects(box); };
        if (m_viewport.area.contains(box) && std::ranges::none_of(taken, isCovered))
            return box;
    }
    return std::nullopt;
}

std::vector<TrailLayer::PlacedText> TrailLayer::placedTexts() const
{
    std::vector<PlacedText> placed;
    if (m_trails.empty())
        return placed;
    const QList<QRectF> obstacles = m_obstacles ? m_obstacles() : QList<QRectF>();
    for (const Trail &trail : m_trails)
        placeTexts(trail, obstacles, placed);
    return placed;
}

QList<QRectF> TrailLayer::textBoxes() const
{
    QList<QRectF> boxes;
    if (m_style) {
        for (const PlacedText &text : placedTexts())
            boxes << text.box;
    }
    return boxes;
}

} // namespace ridgepoint
