// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_layout.h"

#include "ui/charts/plot/log_axis.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/text_sheet.h"
#include "ui/style/quantities.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rooflight {

namespace {

/// If there are more launch ceilings, each drawn one stands for several: so many stems cannot be told apart.
constexpr std::size_t maxCeilings = 300;

/// The area below the roof of a pair between two intensities, down to the lower edge.
QPolygonF areaBelow(const Viewport &viewport, QPointF ridge, double from, double to)
{
    const auto roof = [&](double x) { return std::min(ridge.y(), ridge.y() + x - ridge.x()); };
    QPolygonF polygon;
    polygon << viewport.toPixel({ from, roof(from) }) << viewport.toPixel({ to, roof(to) })
            << viewport.toPixel({ to, viewport.frame.bottom }) << viewport.toPixel({ from, viewport.frame.bottom });
    return polygon;
}

/// The line of a roof that is higher by so many decades. One of a memory, which rises by a decade a decade, ends at the
/// same height: there the compute roof begins.
QLineF moved(const QLineF &line, double decades, RoofKind kind)
{
    const QPointF up(0, decades);
    return { line.p1() + up, kind == RoofKind::Memory ? line.p2() - QPointF(decades, 0) : line.p2() + up };
}

/// Where a line has to be cut so that its band, of so many decades, has no end in sight.
Frame frameWithBands(const Frame &frame, double decades)
{
    return grown(frame, decades + 0.01); // a rim for antialiasing
}

/// Between two lines in pixels.
QPolygonF bandBetween(const QLineF &upper, const QLineF &lower)
{
    return QPolygonF({ upper.p1(), upper.p2(), lower.p2(), lower.p1() });
}

QList<QLineF> launchStems(const RooflineScene &scene, const Viewport &plane)
{
    QList<QLineF> stems;
    if (!scene.showsLaunch || scene.content->relative)
        return stems;
    const std::vector<MarkPlace> &ceilings = scene.ceilings.places;
    std::vector<std::uint32_t> chosen(ceilings.size());
    std::iota(chosen.begin(), chosen.end(), 0U);
    if (ceilings.size() > maxCeilings)
        chosen = detailFor(ceilings, { plane, {} }, maxCeilings).places;
    for (const std::uint32_t i : chosen) {
        const Mark &mark = scene.content->marks[scene.ceilings.marks[i]];
        stems << QLineF(plane.toPixel({ mark.x, mark.y }), plane.toPixel(ceilings[i].at));
    }
    return stems;
}

/// Only where they are true for every point: each is judged by roofs of its own, and by its time.
bool showsZones(const RooflineScene &scene)
{
    if (!scene.content->ridge)
        return false;
    const double ridgeX = ridgePlace(*scene.content).x();
    return agreesWithZones(*scene.content, ridgeX) && std::ranges::all_of(scene.otherMarks, [&](const MarkSet *other) {
               return agreesWithZones(*other->content, ridgeX);
           });
}

void addZones(const RooflineScene &scene, RooflineLayout &layout)
{
    layout.hasZones = showsZones(scene);
    if (!layout.hasZones)
        return;
    const Viewport &plane = layout.viewports.plane;
    const QPointF ridge = ridgePlace(*scene.content);
    const Frame &frame = plane.frame;
    const double middle = std::clamp(ridge.x(), frame.left, frame.right);
    layout.areas.push_back(
        { areaBelow(plane, ridge, frame.left, middle), scene.style->zoneBrush(RoofKind::Memory), Bound::Bandwidth });
    layout.areas.push_back(
        { areaBelow(plane, ridge, middle, frame.right), scene.style->zoneBrush(RoofKind::Compute), Bound::Compute });
}

/// Between burst and sustained, where both are drawn.
void addSustained(const RooflineScene &scene, RooflineLayout &layout)
{
    const Viewport &plane = layout.viewports.plane;
    for (const RoofLine &line : scene.roofs) {
        const auto sustained = line.theoretical ? std::nullopt : sustainedRoof(*scene.content, line.roof);
        const bool drawsBoth = sustained && std::ranges::any_of(scene.roofs, [&](const RoofLine &other) {
                                   return other.roof == *sustained && !other.theoretical;
                               });
        if (!drawsBoth)
            continue;
        const Roof &roof = scene.content->roofs[line.roof];
        const double down = std::log10(scene.content->roofs[*sustained].value / roof.value);
        const auto part = visiblePart(line.line(), frameWithBands(plane.frame, -down));
        if (!part)
            continue;
        const QLineF lower = moved(*part, down, roof.kind());
        layout.areas.push_back(
            { bandBetween(plane.toPixel(*part), plane.toPixel(lower)), scene.style->sustainedBrush(roof) });
    }
}

void addIntervals(const RooflineScene &scene, RooflineLayout &layout)
{
    const RooflineContent &content = *scene.content;
    if (content.relative)
        return; // each point has roofs of its own
    const Viewport &plane = layout.viewports.plane;
    for (const RoofLine &line : scene.roofs) {
        const Roof &roof = content.roofs[line.roof];
        const auto &[low, high] = roof.interval;
        if (line.theoretical || !(low > 0) || !(high > low) || !content.judging.contains(line.roof))
            continue;
        const double up = std::log10(high / roof.value);
        const double down = std::log10(low / roof.value);
        const auto part = visiblePart(line.line(), frameWithBands(plane.frame, std::max(up, -down)));
        if (!part)
            continue;
        const QLineF upper = plane.toPixel(moved(*part, up, roof.kind()));
        const QLineF lower = plane.toPixel(moved(*part, down, roof.kind()));
        layout.areas.push_back({ bandBetween(upper, lower), scene.style->intervalBrush(roof.kind()) });
        layout.bandEdges << upper << lower;
    }
}

QList<QLineF> minorGrid(const Viewport &plane)
{
    QList<QLineF> lines;
    const Frame &frame = plane.frame;
    for (const double x : minorTicks(frame.left, frame.right, plane.area.width() / frame.width()))
        lines << plane.toPixel(QLineF(x, frame.bottom, x, frame.top));
    for (const double y : minorTicks(frame.bottom, frame.top, plane.area.height() / frame.height()))
        lines << plane.toPixel(QLineF(frame.left, y, frame.right, y));
    return lines;
}

/// What lies beneath the roofs: zones, bands of intervals and of what is held for long, the minor grid, launch
/// ceilings. The layout has its viewports.
void layOutGround(const RooflineScene &scene, RooflineLayout &layout)
{
    addZones(scene, layout);
    addSustained(scene, layout);
    addIntervals(scene, layout);
    layout.minorGrid = minorGrid(layout.viewports.plane);
    layout.launchStems = launchStems(scene, layout.viewports.plane);
}

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

LaunchCeilings launchCeilings(const MarkSet &marks)
{
    LaunchCeilings ceilings;
    const RooflineContent &content = *marks.content;
    if (!content.launchRoof)
        return ceilings;
    const double overheadSeconds = content.roofs[*content.launchRoof].value;
    for (std::size_t i = 0; i < content.marks.size(); ++i) {
        const Mark &mark = content.marks[i];
        const RooflinePoint &point = content.points[mark.point];
        if (!marks.visible[i] || point.verdict.bound != Bound::Launch || mark.onStrip || mark.grounded)
            continue;
        const double flopPerSecond = static_cast<double>(point.cost.flops) / overheadSeconds;
        ceilings.places.push_back({ { mark.x, std::log10(flopPerSecond) } });
        ceilings.marks.push_back(i);
    }
    return ceilings;
}

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
