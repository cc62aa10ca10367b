// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_layout.h"

#include "ui/charts/roofline/roofline_layout.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace rooflight {

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

} // namespace rooflight
