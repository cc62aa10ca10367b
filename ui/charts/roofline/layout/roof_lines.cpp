// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/layout/roof_lines.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/layout/roofline_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace rooflight {

namespace {

// Far outside of any view: lines that have no end on one side end here.
constexpr double farLeft = -15;
constexpr double farRight = 15;

double valueOf(const Roof &roof, bool theoretical)
{
    return theoretical && isPositive(roof.theoretical) ? *roof.theoretical : roof.value;
}

} // namespace

std::set<std::size_t> defaultRoofs(const RooflineContent &content)
{
    std::set<std::size_t> visible = content.judging;
    visible.insert(content.slopes.begin(), content.slopes.end());
    for (const std::size_t index : content.judging) {
        if (const auto sustained = sustainedRoof(content, index))
            visible.insert(*sustained);
    }
    const bool limitsAPoint = std::any_of(content.points.begin(), content.points.end(),
                                          [](const auto &point) { return point.verdict.bound == Bound::Launch; });
    if (content.launchRoof && limitsAPoint)
        visible.insert(*content.launchRoof);
    return visible;
}

std::set<std::size_t> roofsToDraw(const RooflineContent &content, const RoofVisibility &visibility)
{
    std::set<std::size_t> visible = defaultRoofs(content);
    for (std::size_t index = 0; index < content.roofs.size(); ++index) {
        const auto chosen = visibility.find(roofKey(content.roofs[index]));
        if (chosen == visibility.end())
            continue;
        if (chosen->second)
            visible.insert(index);
        else
            visible.erase(index);
    }
    return visible;
}

std::optional<std::size_t> sustainedRoof(const RooflineContent &content, std::size_t burst)
{
    const Roof &roof = content.roofs[burst];
    if (!roof.compute() || roof.isSustained())
        return std::nullopt;
    ComputeLimit sustained = *roof.compute();
    sustained.sustained = true;
    for (std::size_t index = 0; index < content.roofs.size(); ++index) {
        const Roof &other = content.roofs[index];
        if (other.compute() && *other.compute() == sustained && other.threads == roof.threads && isDrawable(other)
            && other.value < roof.value)
            return index;
    }
    return std::nullopt;
}

std::vector<RoofLine> roofLines(const RooflineContent &content, const std::set<std::size_t> &visible)
{
    if (content.relative)
        return { { content.ridge->computeRoof, { 0, 0 }, { farRight, 0 }, false },
                 { content.ridge->memoryRoof, { farLeft, farLeft }, { 0, 0 }, false } };
    std::vector<RoofLine> lines;
    for (const bool theoretical : { false, true }) {
        std::optional<double> highest;
        std::optional<double> steepest;
        for (const std::size_t index : visible) {
            const Roof &roof = content.roofs[index];
            if (!isDrawable(roof))
                continue;
            const double value = valueOf(roof, theoretical);
            auto &extreme = roof.compute() ? highest : steepest;
            extreme = std::max(extreme.value_or(value), value);
        }
        for (const std::size_t index : visible) {
            const Roof &roof = content.roofs[index];
            if (!isDrawable(roof)
                || (theoretical
                    && (!isPositive(roof.theoretical) || roof.theoretical == roof.value
                        || !content.judging.contains(index))))
                continue;
            const double value = valueOf(roof, theoretical);
            const double logValue = std::log10(value);
            if (roof.compute()) {
                const double start = steepest ? logValue - std::log10(*steepest) : farLeft;
                lines.push_back({ index, { start, logValue }, { farRight, logValue }, theoretical });
            } else {
                const double end = highest ? std::log10(*highest) - logValue : farRight;
                lines.push_back({ index, { farLeft, farLeft + logValue }, { end, end + logValue }, theoretical });
            }
        }
    }
    return lines;
}

std::optional<QLineF> visiblePart(const QLineF &line, const Frame &frame)
{
    double from = 0;
    double to = 1;
    const QPointF delta = line.p2() - line.p1();
    const auto clip = [&](double start, double change, double low, double high) {
        if (change == 0)
            return start >= low && start <= high;
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from < to;
    };
    if (!clip(line.p1().x(), delta.x(), frame.left, frame.right)
        || !clip(line.p1().y(), delta.y(), frame.bottom, frame.top))
        return std::nullopt;
    return QLineF(line.p1() + delta * from, line.p1() + delta * to);
}

std::optional<QPointF> shownRidge(const RooflineContent &content, const Frame &frame)
{
    if (!content.ridge)
        return std::nullopt;
    const QPointF ridge = ridgePlace(content);
    const bool isShown = ridge.x() > frame.left && ridge.x() < frame.right && ridge.y() > frame.bottom;
    return isShown ? std::optional(ridge) : std::nullopt;
}

std::vector<NamedLine> roofsOf(const RooflineOverlay &overlay, const QColor &color, const RooflineContent &main)
{
    const RooflineContent &content = *overlay.content;
    if (!content.ridge || content.relative)
        return {};
    const Roof &compute = content.roofs[content.ridge->computeRoof];
    const Roof &memory = content.roofs[content.ridge->memoryRoof];
    const QPointF corner = ridgePlace(content);
    const std::array<std::pair<const Roof *, QLineF>, 2> lines {
        std::pair(&compute, QLineF(corner, { farRight, corner.y() })),
        std::pair(&memory, QLineF(QPointF(farLeft, corner.y() - corner.x() + farLeft), corner)),
    };
    std::vector<NamedLine> roofs;
    const std::set<std::size_t> drawn = defaultRoofs(main);
    for (const auto &[roof, line] : lines) {
        const auto isSame = [&main, roof = roof](std::size_t other) {
            return main.roofs[other].kind() == roof->kind() && main.roofs[other].value == roof->value;
        };
        if (!std::ranges::any_of(drawn, isSame))
            roofs.push_back({ line, ChartsText::tr("%1: %2").arg(overlay.name, roofValueText(*roof)), color,
                              roofValueText(*roof), roof });
    }
    return roofs;
}

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

void layOutRoofs(RooflineLayout &layout, const RooflineScene &scene)
{
    const Viewport &plane = layout.viewports.plane;
    addZones(scene, layout);
    addSustained(scene, layout);
    addIntervals(scene, layout);
    layout.launchStems = launchStems(scene, plane);
    layout.roofs = roofsIn(scene);
    layout.ridge = ridgeIn(scene, plane);
    layout.otherRidges = otherRidgesIn(scene, plane);
}

} // namespace rooflight
