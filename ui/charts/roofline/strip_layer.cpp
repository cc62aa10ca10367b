// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/strip_layer.h"

#include "ui/charts/plot/log_axis.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/style/display_names.h"
#include "ui/style/sentences.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

namespace {

constexpr double markHeight = 38;
constexpr double gap = 4;
constexpr double stripTickLength = 4;

QString stripTitle()
{
    return textOfLengths({ ChartsText::tr("No arithmetic, or none known: achieved bandwidth in B/s"),
                           ChartsText::tr("No arithmetic: bandwidth in B/s"), ChartsText::tr("No arithmetic") });
}

double textHeight(const ChartStyle &style)
{
    return QFontMetricsF(style.smallFont()).height();
}

} // namespace

double StripLayer::heightFor(const RooflineContent &content, const ChartStyle &style)
{
    return content.hasStrip ? markHeight + 2 * textHeight(style) + 4 * gap : 0;
}

QRectF StripLayer::markArea(const QRectF &whole, const ChartStyle &style)
{
    return { whole.left(), whole.top() + textHeight(style) + 2 * gap, whole.width(), markHeight };
}

QRectF StripLayer::boundingRect() const
{
    if (!m_style)
        return {};
    const double text = textHeight(*m_style) + 3 * gap;
    return m_viewport.area.adjusted(-text, -text, text, text);
}

void StripLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (!m_content || !m_content->hasStrip || m_viewport.area.isEmpty())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_style->smallFont());
    const QRectF &area = m_viewport.area;
    const double lineHeight = textHeight(*m_style);
    const auto pixelAt = [&](double logValue) { return m_viewport.toPixel({ logValue, 0 }).x(); };

    painter->setPen(Qt::NoPen);
    painter->setBrush(m_style->zoneBrush(RoofKind::Memory));
    painter->drawRect(area);

    const QFontMetricsF metrics(painter->font());
    const int count = tickCount(area.width(), metrics.horizontalAdvance(QStringLiteral("888 G")) * 1.8);
    for (const LogTick &tick : logTicks(m_viewport.frame.left, m_viewport.frame.right, "B/s", count)) {
        const double x = pixelAt(tick.position);
        painter->setPen(m_style->gridPen());
        painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter->setPen(m_style->axisPen());
        painter->drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + stripTickLength));
        QRectF box(0, area.bottom() + stripTickLength + 1, metrics.horizontalAdvance(tick.label) + 2, lineHeight);
        box.moveCenter({ x, box.center().y() });
        painter->setPen(m_style->text());
        painter->drawText(box, Qt::AlignCenter, tick.label);
    }
    const double namesBegin = paintRoofs(painter);
    painter->setPen(m_style->mutedText());
    painter->drawText(QRectF(area.left(), area.top() - lineHeight - gap, area.width(), lineHeight),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, // characters of another font may be taller
                      metrics.elidedText(stripTitle(), Qt::ElideRight, namesBegin - area.left() - 2 * gap));
    painter->setPen(m_style->axisPen());
    painter->drawLine(area.bottomLeft(), area.bottomRight());
    painter->restore();
}

/// From right to left: a name gives way to the one on its right as long as its line still meets it, then to the name of
/// its level, and then to none, which the panel of roofs has.
double StripLayer::paintRoofs(QPainter *painter) const
{
    std::vector<const Roof *> roofs;
    for (const std::size_t index : m_content->judging) {
        if (m_content->roofs[index].memory())
            roofs.push_back(&m_content->roofs[index]);
    }
    std::ranges::sort(roofs, std::greater(), [](const Roof *roof) { return roof->value; });

    const QRectF &area = m_viewport.area;
    const double lineHeight = textHeight(*m_style);
    const QFontMetricsF metrics(painter->font());
    double right = area.right();
    for (const Roof *roof : roofs) {
        const double x = m_viewport.toPixel({ std::log10(roof->value), 0 }).x();
        painter->setPen(m_style->roofPen(*roof, true));
        painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        for (const QString &name : { roofName(*roof), inlineName(roof->memory()->level) }) {
            QRectF box(0, area.top() - lineHeight - gap, metrics.horizontalAdvance(name) + 2, lineHeight);
            box.moveRight(std::min(x + box.width() / 2, right));
            if (box.right() < x || box.left() < area.left())
                continue;
            right = box.left() - 2 * gap;
            painter->setPen(m_style->roofColor(RoofKind::Memory));
            painter->drawText(box, Qt::AlignCenter, name);
            break;
        }
    }
    return right;
}

} // namespace ridgepoint
