// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/axis_layer.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double tickLength = 6;
constexpr double titleGap = 6;

double widestNumber(const ChartStyle &style)
{
    return QFontMetricsF(style.smallFont()).horizontalAdvance(QStringLiteral("888 G"));
}

void chooseTicks(PlaneAxis &axis, double low, double high, double pixels, double pixelsPerLabel)
{
    axis.ticks = logTicks(low + axis.shift, high + axis.shift, axis.unit, tickCount(pixels, pixelsPerLabel));
    for (LogTick &tick : axis.ticks)
        tick.position -= axis.shift;
}

/// Numbers and title of the horizontal axis, and the margin.
double belowArea(const ChartStyle &style)
{
    return tickLength + QFontMetricsF(style.smallFont()).height() + titleGap + QFontMetricsF(style.textFont()).height()
        + AxisLayer::outerMargin;
}

} // namespace

std::vector<QString> PlaneAxis::labels() const
{
    std::vector<QString> labels;
    labels.reserve(ticks.size());
    for (const LogTick &tick : ticks)
        labels.push_back(tick.label);
    return labels;
}

QRectF AxisLayer::areaIn(const QRectF &whole, const ChartStyle &style)
{
    const QFontMetricsF small(style.smallFont());
    const QFontMetricsF title(style.textFont());
    const double left = outerMargin + title.height() + titleGap + widestNumber(style) + tickLength + titleGap;
    const double right = outerMargin + small.horizontalAdvance(QStringLiteral("100 k")) / 2;
    const double top = outerMargin + small.height() / 2;
    const double bottom = belowArea(style);
    return { whole.left() + left, whole.top() + top, std::max(10.0, whole.width() - left - right),
             std::max(10.0, whole.height() - top - bottom) };
}

void AxisLayer::setAxes(PlaneAxis horizontal, PlaneAxis vertical, const Viewport &viewport)
{
    if (!m_style)
        return;
    const QFontMetricsF metrics(m_style->smallFont());
    const Frame &frame = viewport.frame;
    chooseTicks(horizontal, frame.left, frame.right, viewport.area.width(),
                metrics.horizontalAdvance(QStringLiteral("0.888")) * 1.8);
    chooseTicks(vertical, frame.bottom, frame.top, viewport.area.height(), metrics.height() * 1.9);
    m_horizontal = std::move(horizontal);
    m_vertical = std::move(vertical);
    update();
}

QRectF AxisLayer::boundingRect() const
{
    if (!m_style)
        return {};
    const double text = QFontMetricsF(m_style->textFont()).height() + QFontMetricsF(m_style->smallFont()).height();
    const double beside = text + widestNumber(*m_style) + tickLength + 2 * titleGap;
    return m_viewport.area.adjusted(-beside, -text, beside, text + tickLength + 2 * titleGap)
        .united(verticalTitleBox());
}

/// Beside the middle of the plane; where that is too low for it, beside all that belongs to the plane.
QRectF AxisLayer::verticalTitleBox() const
{
    const QFontMetricsF metrics(m_style->textFont());
    const double bottom = m_viewport.area.bottom() + belowArea(*m_style);
    const double height = std::min(metrics.horizontalAdvance(m_vertical.title) + 2, bottom);
    const double top = std::clamp(m_viewport.area.center().y() - height / 2, 0.0, bottom - height);
    return { outerMargin, top, metrics.height(), height };
}

void AxisLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (!m_style)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintHorizontal(*painter);
    paintVertical(*painter);
    painter->setPen(m_style->axisPen());
    painter->drawLine(m_viewport.area.bottomLeft(), m_viewport.area.bottomRight());
    painter->drawLine(m_viewport.area.topLeft(), m_viewport.area.bottomLeft());
    painter->restore();
}

void AxisLayer::paintHorizontal(QPainter &painter) const
{
    const QRectF &area = m_viewport.area;
    const QFontMetricsF metrics(m_style->smallFont());
    painter.setFont(m_style->smallFont());
    for (const LogTick &tick : m_horizontal.ticks) {
        const double x = m_viewport.toPixel({ tick.position, 0 }).x();
        painter.setPen(m_style->gridPen());
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(m_style->axisPen());
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + tickLength));
        QRectF box(0, area.bottom() + tickLength, metrics.horizontalAdvance(tick.label) + 2, metrics.height());
        box.moveCenter({ x, box.center().y() });
        painter.setPen(m_style->text());
        painter.drawText(box, Qt::AlignCenter, tick.label);
    }
    const QFontMetricsF title(m_style->textFont());
    painter.setFont(m_style->textFont());
    painter.setPen(m_style->text());
    painter.drawText(
        QRectF(area.left(), area.bottom() + tickLength + metrics.height() + titleGap / 2, area.width(), title.height()),
        Qt::AlignCenter | Qt::TextDontClip, m_horizontal.title);
}

void AxisLayer::paintVertical(QPainter &painter) const
{
    const QRectF &area = m_viewport.area;
    const QFontMetricsF metrics(m_style->smallFont());
    painter.setFont(m_style->smallFont());
    for (const LogTick &tick : m_vertical.ticks) {
        const double y = m_viewport.toPixel({ 0, tick.position }).y();
        painter.setPen(m_style->gridPen());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(m_style->axisPen());
        painter.drawLine(QPointF(area.left() - tickLength, y), QPointF(area.left(), y));
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        painter.setPen(m_style->text());
        painter.drawText(
            QRectF(area.left() - tickLength - titleGap / 2 - width, y - metrics.height() / 2, width, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    const QRectF title = verticalTitleBox();
    painter.save();
    painter.setFont(m_style->textFont());
    painter.setPen(m_style->text());
    painter.translate(title.bottomLeft());
    painter.rotate(-90);
    const QFontMetricsF titleMetrics(m_style->textFont());
    const bool fits = titleMetrics.horizontalAdvance(m_vertical.title) <= title.height();
    const QString text =
        titleMetrics.elidedText(fits ? m_vertical.title : m_vertical.shortTitle, Qt::ElideRight, title.height());
    painter.drawText(QRectF(0, 0, title.height(), title.width()), Qt::AlignCenter | Qt::TextDontClip, text);
    painter.restore();
}

} // namespace ridgepoint
