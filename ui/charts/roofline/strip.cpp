// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_layout.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/text_sheet.h"
#include "ui/style/display_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace rooflight {

namespace {

constexpr double gap = 4;
constexpr double wholeHeight = 32; ///< with letters of usual size

QStringList stripTitles()
{
    return { ChartsText::tr("No arithmetic: bandwidth in B/s"), ChartsText::tr("No arithmetic") };
}

double tickHeight(const ChartStyle &style)
{
    return QFontMetricsF(style.smallFont()).height();
}

/// A line of text has room between the marks.
double markHeight(const ChartStyle &style)
{
    return std::max(wholeHeight - tickHeight(style), tickHeight(style) + 1);
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

/// Right of a line at \p x, else left of it.
std::array<QRectF, 2> placesBeside(double x, const QSizeF &size, const QRectF &row)
{
    QRectF box(QPointF(), size);
    box.moveCenter(row.center());
    QRectF left = box;
    box.moveLeft(x + gap);
    left.moveRight(x - gap);
    return { box, left };
}

/// Its level, as on its line in the plane; with its benchmark only if two are of one level.
QStringList stripNamesOf(const Roof &roof, const std::vector<const Roof *> &all)
{
    const QString name = shortRoofName(roof);
    const auto isNamedAlike = [&name](const Roof *other) { return shortRoofName(*other) == name; };
    return std::ranges::count_if(all, isNamedAlike) > 1 ? QStringList { roofName(roof), name } : QStringList { name };
}

/// From right to left: a name gives way to the one on its right, then to a shorter one, and then to none, which the
/// panel of roofs has.
void writeRoofNames(TextSheet &sheet, const QRectF &row)
{
    const TextLook look { TextRole::Roof, sheet.scene.style->smallFont(),
                          sheet.scene.style->roofColor(RoofKind::Memory), TextGround::Bare };
    const std::vector<const Roof *> roofs = memoryRoofs(*sheet.scene.content);
    for (const Roof *roof : roofs) {
        const double x = sheet.layout.viewports.strip.toPixel({ std::log10(roof->value), 0 }).x();
        for (const QString &name : stripNamesOf(*roof, roofs)) {
            const QSizeF size(look.sizeOf(name).width() + 2, row.height());
            if (sheet.write(name, look, placesBeside(x, size, row), { .beside = gap, .lines = 1, .area = row }))
                break;
        }
    }
}

/// What the strip shows: as far to the left as there is room, in as many words.
void writeTitle(TextSheet &sheet, const QRectF &row)
{
    constexpr int steps = 12;
    const TextLook look { TextRole::Strip, sheet.scene.style->smallFont(), sheet.scene.style->mutedText(),
                          TextGround::Bare };
    for (const QString &title : stripTitles()) {
        QRectF box(row.topLeft() + QPointF(gap, 0), QSizeF(look.sizeOf(title).width() + 2, row.height()));
        QList<QRectF> places;
        for (int step = 0; step <= steps; ++step)
            places << box.translated((row.right() - gap - box.right()) * step / steps, 0);
        if (sheet.write(title, look, places, { .marks = 2, .beside = gap, .lines = 1, .area = row }))
            return;
    }
}

} // namespace

double stripHeight(const RooflineContent &content, const ChartStyle &style)
{
    return content.hasStrip ? markHeight(style) + tickHeight(style) : 0;
}

QRectF stripMarkArea(const QRectF &whole, const ChartStyle &style)
{
    return { whole.left(), whole.top(), whole.width(), markHeight(style) };
}

void layOutStrip(RooflineLayout &layout, const RooflineScene &scene)
{
    const Viewport &strip = layout.viewports.strip;
    const ChartStyle &style = *scene.style;
    if (strip.area.isEmpty())
        return;
    const QFontMetricsF metrics(style.smallFont());
    constexpr int most = 4; // the names of roofs say more, and the axis above has the decades
    const int count =
        std::min(tickCount(strip.area.width(), metrics.horizontalAdvance(QStringLiteral("888 G")) * 1.8), most);
    layout.stripTicks = logTicks(strip.frame.left, strip.frame.right, "B/s", count);
    for (LogTick &tick : layout.stripTicks)
        tick.position = strip.toPixel({ tick.position, 0 }).x();
    for (const Roof *roof : memoryRoofs(*scene.content)) {
        const double x = strip.toPixel({ std::log10(roof->value), 0 }).x();
        layout.stripRoofs.push_back(
            { QLineF(x, strip.area.top(), x, strip.area.bottom()), style.roofPen(*roof, true), roof });
    }
}

void writeStripTexts(TextSheet &sheet)
{
    const QRectF &area = sheet.layout.viewports.strip.area;
    if (area.isEmpty())
        return;
    for (const DrawnLine &roof : sheet.layout.stripRoofs)
        sheet.placer.addLine(roof.line);
    writeTitle(sheet, area);
    writeRoofNames(sheet, area);
}

} // namespace rooflight
