// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/strip.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/text_sheet.h"
#include "ui/style/display_names.h"
#include "ui/style/sentences.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

namespace {

constexpr double markHeight = 38;
constexpr double gap = 4;

QString stripTitle()
{
    return textOfLengths({ ChartsText::tr("No arithmetic, or none known: achieved bandwidth in B/s"),
                           ChartsText::tr("No arithmetic: bandwidth in B/s"), ChartsText::tr("No arithmetic") });
}

double textHeight(const ChartStyle &style)
{
    return QFontMetricsF(style.smallFont()).height();
}

/// The memory roofs that judge, the fastest one first.
std::vector<const Roof *> memoryRoofs(const RooflineContent &content)
{
    std::vector<const Roof *> roofs;
    for (const std::size_t index : content.judging) {
        if (content.roofs[index].memory())
            roofs.push_back(&content.roofs[index]);
    }
    std::ranges::sort(roofs, std::greater(), [](const Roof *roof) { return roof->value; });
    return roofs;
}

/// Above the end of a line at \p x: in the middle, else to the left as long as the line still meets it.
QList<QRectF> placesAbove(double x, const QSizeF &size, const QRectF &row)
{
    constexpr int steps = 16;
    QRectF box({ 0, row.top() }, size);
    box.moveRight(std::min(x + size.width() / 2, row.right()));
    QList<QRectF> places;
    for (int step = 0; step <= steps; ++step)
        places << box.translated((x - box.right()) * step / steps, 0);
    return places;
}

/// From right to left: a name gives way to the one on its right, then to the name of its level, and then to none, which
/// the panel of roofs has. Returns where the leftmost one begins.
double writeRoofNames(TextSheet &sheet, const QRectF &row)
{
    const TextLook look { sheet.scene.style->smallFont(), sheet.scene.style->roofColor(RoofKind::Memory),
                          TextGround::Bare };
    double begin = row.right();
    for (const Roof *roof : memoryRoofs(*sheet.scene.content)) {
        const double x = sheet.layout.viewports.strip.toPixel({ std::log10(roof->value), 0 }).x();
        for (const QString &name : { roofName(*roof), inlineName(roof->memory()->level) }) {
            const QSizeF size(look.sizeOf(name).width() + 2, row.height());
            if (!sheet.write(name, look, placesAbove(x, size, row), { .beside = 2 * gap, .area = row }))
                continue;
            begin = std::min(begin, sheet.layout.texts.back().place.box.left());
            break;
        }
    }
    return begin;
}

} // namespace

double stripHeight(const RooflineContent &content, const ChartStyle &style)
{
    return content.hasStrip ? markHeight + 2 * textHeight(style) + 4 * gap : 0;
}

QRectF stripMarkArea(const QRectF &whole, const ChartStyle &style)
{
    return { whole.left(), whole.top() + textHeight(style) + 2 * gap, whole.width(), markHeight };
}

void layOutStrip(TextSheet &sheet)
{
    const Viewport &strip = sheet.layout.viewports.strip;
    const ChartStyle &style = *sheet.scene.style;
    if (strip.area.isEmpty())
        return;
    const QFontMetricsF metrics(style.smallFont());
    const int count = tickCount(strip.area.width(), metrics.horizontalAdvance(QStringLiteral("888 G")) * 1.8);
    sheet.layout.stripTicks = logTicks(strip.frame.left, strip.frame.right, "B/s", count);
    for (LogTick &tick : sheet.layout.stripTicks)
        tick.position = strip.toPixel({ tick.position, 0 }).x();
    for (const Roof *roof : memoryRoofs(*sheet.scene.content)) {
        const double x = strip.toPixel({ std::log10(roof->value), 0 }).x();
        sheet.layout.stripRoofs.push_back(
            { QLineF(x, strip.area.top(), x, strip.area.bottom()), style.roofPen(*roof, true) });
    }
    const double height = textHeight(style);
    const QRectF row(strip.area.left(), strip.area.top() - height - gap, strip.area.width(), height);
    const double begin = writeRoofNames(sheet, row);
    const QString title = metrics.elidedText(stripTitle(), Qt::ElideRight, begin - row.left() - 2 * gap);
    sheet.put(title, { style.smallFont(), style.mutedText(), TextGround::Bare }, row);
}

} // namespace ridgepoint
