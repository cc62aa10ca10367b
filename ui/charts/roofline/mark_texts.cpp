// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_texts.h"

#include "ui/charts/roofline/mark_decorations.h"
#include "ui/charts/roofline/mark_scene.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {

namespace {

constexpr double outlineMargin = 5; ///< around a mark that is selected
constexpr double starDiameter = 16;
constexpr double starGap = 4; ///< between the star and its text
constexpr int mostSteps = 8; ///< lines of text between the star and its text

QString timesText(std::size_t count)
{
    return QStringLiteral("×%1").arg(count);
}

bool isFree(const QRectF &box, const QRectF &area, const QList<QRectF> &taken)
{
    const auto isCovered = [&box](const QRectF &other) { return other.intersects(box); };
    return area.contains(box) && std::ranges::none_of(taken, isCovered);
}

QRectF squareOf(QPointF star)
{
    return { star - QPointF(starDiameter / 2, starDiameter / 2), QSizeF(starDiameter, starDiameter) };
}

/// Of the folded marks, which show it always.
QList<QRectF> spreadsOf(const MarkScene &scene)
{
    QList<QRectF> boxes;
    if (scene.order.size() > maxVectorMarks)
        return boxes;
    for (const std::size_t index : scene.order) {
        const bool isFolded = scene.detailsOf(index).equal.size() > 1;
        if (const auto line = isFolded && scene.isShown(index) ? spreadOf(scene, index) : std::nullopt)
            boxes << QRectF(line->p1(), line->p2()).normalized().adjusted(-1, -1, 1, 1);
    }
    return boxes;
}

/// Right of the mark, else left of it; above its middle, else below. Nothing where no such place is free.
std::optional<QRectF> countBox(const MarkScene &scene, std::size_t index, const QList<QRectF> &taken)
{
    const QFontMetricsF metrics(scene.style->smallFont());
    const QString text = timesText(scene.detailsOf(index).equal.size());
    const double radius = scene.mark(index).diameter / 2;
    const QSizeF size(metrics.horizontalAdvance(text) + 1, metrics.height());
    const QPointF middle = scene.centre(index);
    const double aside = radius + outlineMargin + 1; // clear of the outline of a mark that is selected
    for (const double left : { middle.x() + aside, middle.x() - aside - size.width() }) {
        for (const double top : { middle.y() - radius * 0.6 - metrics.ascent(), middle.y() + radius * 0.6 - 2 }) {
            const QRectF box(QPointF(left, top), size);
            if (isFree(box, scene.areaOf(index), taken))
                return box;
        }
    }
    return std::nullopt;
}

/// The corners around a star, the lower left one first: percentages of roofs stand on the right of their lines.
std::array<QRectF, 4> cornersOf(QPointF star, const QSizeF &size, double away)
{
    const double aside = starDiameter / 2 + starGap;
    const double left = star.x() - aside - size.width();
    const double right = star.x() + aside;
    const double below = star.y() + starDiameter / 2 + away;
    const double above = star.y() - starDiameter / 2 - away - size.height();
    return { QRectF(QPointF(left, below), size), QRectF(QPointF(right, below), size),
             QRectF(QPointF(left, above), size), QRectF(QPointF(right, above), size) };
}

/// The nearest free corner; where none is free one inside the area.
QRectF boxBeside(QPointF star, const QSizeF &size, const QRectF &area, const QList<QRectF> &taken)
{
    for (int step = 0; step <= mostSteps; ++step) {
        for (const QRectF &box : cornersOf(star, size, step * size.height())) {
            if (isFree(box, area, taken))
                return box;
        }
    }
    const std::array<QRectF, 4> corners = cornersOf(star, size, 0);
    const auto *inside = std::ranges::find_if(corners, [&area](const QRectF &box) { return area.contains(box); });
    return inside == corners.end() ? corners.front() : *inside;
}

} // namespace

void MarkTexts::setHasCounts(bool hasCounts)
{
    m_hasCounts = hasCounts;
    drop();
}

void MarkTexts::setFused(std::optional<QPointF> place, const QString &text)
{
    m_fused = place;
    m_fusedText = text;
    drop();
}

void MarkTexts::setFocus(std::optional<std::size_t> mark)
{
    if (mark != m_focus)
        drop();
    m_focus = mark;
}

void MarkTexts::place(const MarkScene &scene)
{
    if (std::exchange(m_isPlaced, true))
        return;
    m_counts.clear();
    m_spreads.clear();
    m_shareBox.reset();
    m_fusedBox.reset();
    if (!scene.content)
        return;
    m_spreads = spreadsOf(scene);
    if (m_focus && scene.isShown(*m_focus))
        m_shareBox = dropLineBox(scene, *m_focus);
    if (m_hasCounts && scene.order.size() <= maxVectorMarks)
        placeCounts(scene);
    if (m_fused)
        placeFused(scene);
}

QList<QRectF> MarkTexts::obstacles(const MarkScene &scene, double margin) const
{
    QList<QRectF> taken = scene.allBoxes();
    for (QRectF &mark : taken)
        mark.adjust(-margin, -margin, margin, margin);
    taken << m_spreads;
    if (m_shareBox)
        taken << *m_shareBox;
    return taken;
}

/// Largest marks first.
void MarkTexts::placeCounts(const MarkScene &scene)
{
    const auto isFolded = [&scene](std::size_t index) { return scene.detailsOf(index).equal.size() > 1; };
    if (std::ranges::none_of(scene.order, isFolded))
        return;
    QList<QRectF> taken = obstacles(scene, -1); // a count may touch the outline
    for (const std::size_t index : scene.order) {
        const auto box = isFolded(index) && scene.isShown(index) ? countBox(scene, index, taken) : std::nullopt;
        if (!box)
            continue;
        taken << *box;
        m_counts.push_back({ index, *box });
    }
}

void MarkTexts::placeFused(const MarkScene &scene)
{
    const Viewport &plane = scene.viewports.plane;
    const QPointF star = plane.toPixel(*m_fused);
    if (!plane.area.contains(star))
        return;
    QList<QRectF> taken = obstacles(scene, outlineMargin);
    for (const Count &count : m_counts)
        taken << count.box;
    taken << squareOf(star);
    const QFontMetricsF metrics(scene.style->strongFont());
    const QSizeF size(metrics.horizontalAdvance(m_fusedText) + 8, metrics.height() + 2);
    m_fusedBox = boxBeside(star, size, plane.area, taken);
}

QList<QRectF> MarkTexts::boxes(const MarkScene &scene)
{
    place(scene);
    QList<QRectF> boxes = m_spreads;
    for (const Count &count : m_counts)
        boxes << count.box;
    if (m_shareBox)
        boxes << *m_shareBox;
    if (m_fusedBox)
        boxes << *m_fusedBox << squareOf(scene.viewports.plane.toPixel(*m_fused));
    return boxes;
}

void MarkTexts::paintCounts(QPainter &painter, const MarkScene &scene)
{
    place(scene);
    painter.setFont(scene.style->smallFont());
    painter.setPen(scene.style->text());
    for (const Count &count : m_counts) {
        painter.fillRect(count.box.adjusted(0, 2, 0, -2), scene.style->groundOfText());
        painter.drawText(count.box, Qt::AlignLeft | Qt::AlignVCenter,
                         timesText(scene.detailsOf(count.mark).equal.size()));
    }
}

void MarkTexts::paintFused(QPainter &painter, const MarkScene &scene)
{
    place(scene);
    if (!m_fusedBox)
        return;
    const QPointF star = scene.viewports.plane.toPixel(*m_fused);
    painter.setPen(QPen(scene.style->accent(), 2));
    painter.setBrush(scene.style->ground());
    painter.drawPath(ChartStyle::markerPath(MarkerShape::Star, starDiameter).translated(star));
    painter.setFont(scene.style->strongFont());
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(*m_fusedBox, 3, 3);
    painter.setPen(scene.style->accent());
    painter.drawText(*m_fusedBox, Qt::AlignCenter, m_fusedText);
}

} // namespace ridgepoint
