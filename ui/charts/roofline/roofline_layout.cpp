// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_layout.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/roof_ground.h"
#include "ui/charts/roofline/strip.h"
#include "ui/charts/roofline/text_sheet.h"
#include "ui/style/quantities.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double outerMargin = 8;
constexpr double tickLength = 6;
constexpr double titleGap = 6;

/// What numbers and titles of the axes leave of an area.
QRectF planeIn(const QSizeF &size, const ChartStyle &style)
{
    const QFontMetricsF small(style.smallFont());
    const QFontMetricsF title(style.textFont());
    const double left = outerMargin + title.height() + titleGap + small.horizontalAdvance(QStringLiteral("888 G"))
        + tickLength + titleGap;
    const double right = outerMargin + small.horizontalAdvance(QStringLiteral("100 k")) / 2;
    const double top = outerMargin + small.height() / 2;
    const double bottom = tickLength + small.height() + titleGap + title.height() + outerMargin;
    return { left, top, std::max(10.0, size.width() - left - right), std::max(10.0, size.height() - top - bottom) };
}

MarkViewports viewportsIn(const RooflineScene &scene, const QSizeF &size)
{
    constexpr double leastHeight = 40; // of the plane: below it the strip gives way
    const double whole = stripHeight(*scene.content, *scene.style);
    const auto planeAbove = [&](double strip) { return planeIn(size - QSizeF(0, strip), *scene.style); };
    const double height = planeAbove(whole).height() < leastHeight ? 0 : whole;
    const QRectF plane = planeAbove(height);
    MarkViewports viewports { { scene.frame, plane }, {} };
    viewports.strip.frame = { scene.content->stripRange[0], scene.content->stripRange[1], 0, 1 };
    if (height > 0)
        viewports.strip.area = stripMarkArea(
            { plane.left(), size.height() - outerMargin / 2 - height, plane.width(), height }, *scene.style);
    return viewports;
}

std::vector<LogTick> ticksBetween(double low, double high, double shift, std::string_view unit, int count)
{
    std::vector<LogTick> ticks = logTicks(low + shift, high + shift, unit, count);
    for (LogTick &tick : ticks)
        tick.position -= shift;
    return ticks;
}

PlaneAxis intensityAxis(const RooflineScene &scene, const Viewport &plane)
{
    const double label = QFontMetricsF(scene.style->smallFont()).horizontalAdvance(QStringLiteral("0.888")) * 1.8;
    const bool isRelative = scene.content->relative;
    return { isRelative ? ChartsText::tr("Arithmetic intensity, ridge of each = 1")
                        : ChartsText::tr("Arithmetic intensity in FLOP/byte"),
             ticksBetween(plane.frame.left, plane.frame.right, 0, isRelative ? "" : "FLOP/B",
                          tickCount(plane.area.width(), label)) };
}

PlaneAxis performanceAxis(const RooflineScene &scene, const Viewport &plane)
{
    const double clock = scene.isPerCycle ? scene.clockHz().value_or(0) : 0; // 0: performance in FLOP/s
    const bool isPerCycle = clock > 0;
    const bool isRelative = scene.content->relative;
    QString title = isRelative ? ChartsText::tr("Performance, compute roof of each = 1")
        : isPerCycle           ? ChartsText::tr("FLOP per cycle at %1").arg(quantityText(clock, "Hz"))
                               : ChartsText::tr("Performance in FLOP/s");
    if (QFontMetricsF(scene.style->textFont()).horizontalAdvance(title) > plane.area.height())
        title = isRelative ? ChartsText::tr("Compute roof = 1")
            : isPerCycle   ? ChartsText::tr("FLOP per cycle")
                           : ChartsText::tr("FLOP/s");
    const double shift = isPerCycle ? -std::log10(clock) : 0;
    const double label = QFontMetricsF(scene.style->smallFont()).height() * 1.9;
    return { title,
             ticksBetween(plane.frame.bottom, plane.frame.top, shift, isPerCycle || isRelative ? "" : "FLOP/s",
                          tickCount(plane.area.height(), label)) };
}

std::vector<DrawnLine> roofsIn(const RooflineScene &scene)
{
    std::vector<DrawnLine> lines;
    const auto add = [&](DrawnLine roof) {
        if (const auto part = visiblePart(roof.line, scene.frame)) {
            roof.line = *part;
            lines.push_back(std::move(roof));
        }
    };
    const RooflineContent &content = *scene.content;
    for (const RoofLine &line : scene.roofs) {
        const Roof &roof = content.roofs[line.roof];
        const bool theoretical = line.theoretical || content.theoretical;
        add({ line.line(),
              theoretical ? scene.style->theoreticalPen(roof)
                          : scene.style->roofPen(roof, content.judging.contains(line.roof)),
              &roof, theoretical });
    }
    for (const NamedLine &named : scene.otherRoofs)
        add({ named.line, QPen(named.color, 1.4), named.roof });
    return lines;
}

std::optional<QLineF> ridgeIn(const RooflineScene &scene, const Viewport &plane)
{
    const std::optional<QPointF> ridge = shownRidge(*scene.content, scene.frame);
    if (!ridge)
        return std::nullopt;
    const QPointF corner = plane.toPixel(*ridge);
    return QLineF(corner, QPointF(corner.x(), plane.area.bottom()));
}

/// Each on its own roofs, where both are drawn.
QList<QPointF> otherRidgesIn(const RooflineScene &scene, const Viewport &plane)
{
    const RooflineContent &content = *scene.content;
    const auto isDrawn = [&scene](std::size_t roof) {
        return std::ranges::any_of(scene.roofs,
                                   [roof](const RoofLine &line) { return line.roof == roof && !line.theoretical; });
    };
    QList<QPointF> corners;
    for (const RidgePair &pair : content.relative ? std::set<RidgePair>() : content.otherRidges) {
        const QPointF corner = plane.toPixel(ridgeOf(content.roofs[pair.computeRoof], content.roofs[pair.memoryRoof]));
        if (isDrawn(pair.computeRoof) && isDrawn(pair.memoryRoof) && plane.area.contains(corner))
            corners << corner;
    }
    return corners;
}

} // namespace

std::optional<double> RooflineScene::clockHz() const
{
    if (!content->ridge || content->relative)
        return std::nullopt;
    const std::optional<double> clock = content->roofs[content->ridge->computeRoof].clockHz;
    return isPositive(clock) ? clock : std::nullopt;
}

RooflineLayout layOut(const RooflineScene &scene, const QSizeF &size)
{
    RooflineLayout layout;
    layout.viewports = viewportsIn(scene, size);
    const Viewport &plane = layout.viewports.plane;
    layout.intensity = intensityAxis(scene, plane);
    layout.performance = performanceAxis(scene, plane);
    layOutGround(scene, layout);
    layout.roofs = roofsIn(scene);
    layout.ridge = ridgeIn(scene, plane);
    layout.otherRidges = otherRidgesIn(scene, plane);
    if (scene.fused && plane.area.contains(plane.toPixel(scene.fused->place)))
        layout.star = plane.toPixel(scene.fused->place);
    layOutStrip(layout, scene);
    TextSheet sheet(scene, layout);
    writeMarkTexts(sheet);
    writeStripTexts(sheet);
    writeRoofTexts(sheet);
    return layout;
}

} // namespace rooflight
