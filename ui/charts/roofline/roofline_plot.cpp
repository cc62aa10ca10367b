// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_plot.h"

#include "ui/charts/plot/log_axis.h"
#include "ui/charts/roofline/axis_layer.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/relative_content.h"
#include "ui/charts/roofline/roof_ground_layer.h"
#include "ui/charts/roofline/roof_label_layer.h"
#include "ui/charts/roofline/roof_line_layer.h"
#include "ui/charts/roofline/strip_layer.h"
#include "ui/style/quantities.h"

#include <QFontMetricsF>
#include <QGraphicsSceneResizeEvent>
#include <QLegend>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

double highestComputeRoof(const RooflineContent &content)
{
    double highest = 0;
    for (const std::size_t index : content.judging) {
        if (content.roofs[index].compute())
            highest = std::max(highest, content.roofs[index].value);
    }
    return highest;
}

constexpr double groundZ = 1.5;
constexpr double axisZ = 2;
constexpr double lineZ = 50;
constexpr double trailZ = 54;
constexpr double overlayZ = 56;
constexpr double markZ = 60;
constexpr double trailTextZ = 61;
constexpr double labelZ = 62;

/// Of more selected points nobody follows the way to each of the other sessions.
constexpr std::size_t mostTrails = 60;

} // namespace

RooflinePlot::RooflinePlot(const ChartStyle &style)
    : m_style(style)
    , m_axes(new AxisLayer(this))
    , m_ground(new RoofGroundLayer(this))
    , m_roofLines(new RoofLineLayer(this))
    , m_labels(new RoofLabelLayer(this))
    , m_strip(new StripLayer(this))
    , m_marks(new MarkLayer(this))
    , m_trails(new TrailLayer(this))
    , m_trailTexts(new TrailTextLayer(m_trails, this))
    , m_overlays(this, overlayZ)
{
    setAnimationOptions(QChart::NoAnimation);
    legend()->hide();
    setBackgroundRoundness(0);
    setDropShadowEnabled(false);
    m_ground->setZValue(groundZ);
    m_axes->setZValue(axisZ);
    m_roofLines->setZValue(lineZ);
    m_labels->setZValue(labelZ);
    m_strip->setZValue(lineZ);
    m_marks->setZValue(markZ);
    m_trails->setZValue(trailZ);
    m_trailTexts->setZValue(trailTextZ);
    m_marks->setOtherMarks([this] { return m_overlays.markBoxes(); });
    m_trails->setObstacles([this] { return m_marks->markBoxes() + m_overlays.markBoxes() + m_marks->textBoxes(); });
    m_labels->setTexts([this] { return m_marks->textBoxes() + m_trails->textBoxes(); });
    m_labels->setLaunchStems([this] { return m_ground->launchStems(); });
    setContent({});
}

RooflinePlot::~RooflinePlot() = default;

void RooflinePlot::setContent(RooflineContent content)
{
    m_content = std::move(content);
    m_visibleRoofs = defaultRoofs(m_content);
    findMarks();
    m_ground->setVisibleMarks({});
    m_visible.assign(m_content.marks.size(), true);
    m_viewport.frame = m_content.frame;
    applyStyle();
    showObstacles();
    updateLines();
    placeAreas();
}

void RooflinePlot::setOverlays(const QString &mainName, std::vector<RooflineOverlay> overlays)
{
    m_mainName = mainName;
    m_overlays.setOverlays(std::move(overlays), m_style);
    showOverlayRoofs();
    showObstacles();
    m_markLabelled.clear();
    for (std::size_t mark = 0; mark < m_content.marks.size() && !m_overlays.overlays().empty(); ++mark)
        m_markLabelled.emplace(m_content.points[m_content.marks[mark].point].label, mark);
    updateColors();
    updateFrame();
}

void RooflinePlot::showOverlayRoofs()
{
    const std::vector<NamedLine> lines = m_overlays.roofs(m_style, m_content);
    m_roofLines->setNamedLines(lines);
    m_labels->setNamedLines(lines);
}

/// What the names of the roofs and the texts beside marks keep clear of.
void RooflinePlot::showObstacles()
{
    std::vector<const RooflineContent *> others;
    for (const RooflineOverlay &overlay : m_overlays.overlays())
        others.push_back(overlay.content.get());
    m_labels->setMarks(m_visible, others);
    m_marks->placeTextsAgain();
}

void RooflinePlot::setTrail(std::optional<Trail> trail)
{
    m_trail = std::move(trail);
    updateTrails();
}

void RooflinePlot::setPaths(std::vector<Trail> paths)
{
    m_paths = std::move(paths);
    updateTrails();
}

void RooflinePlot::finish(double devicePixelRatio)
{
    m_marks->finish(devicePixelRatio);
    m_overlays.finish(devicePixelRatio);
}

void RooflinePlot::updateTrails()
{
    std::vector<Trail> trails;
    if (!m_content.relative)
        trails = m_paths;
    const std::size_t ways = trails.size();
    for (const std::size_t index : m_highlighted) {
        const Mark &mark = m_content.marks[index];
        if (mark.onStrip || mark.grounded || trails.size() - ways >= mostTrails)
            continue;
        for (const auto &[overlay, place] : m_overlays.placesOf(m_content.points[mark.point].label))
            trails.push_back({ { { QPointF(mark.x, mark.y), {}, true, false }, { place, {}, true, false } },
                               OverlayMarks::colorOf(overlay, m_style) });
    }
    if (m_trail && !m_content.relative)
        trails.push_back(*m_trail);
    m_trails->setTrails(std::move(trails));
    m_trailTexts->update();
    m_labels->update(); // they keep clear of its texts
}

void RooflinePlot::setStyle(const ChartStyle &style)
{
    m_style = style;
    applyStyle();
    updateLines();
    placeAreas();
}

void RooflinePlot::setFrame(const Frame &frame)
{
    m_viewport.frame = clampedTo(frame, limits());
    updateFrame();
}

void RooflinePlot::setVisibleRoofs(std::set<std::size_t> roofs)
{
    m_visibleRoofs = std::move(roofs);
    updateLines();
    updateFrame();
}

void RooflinePlot::findMarks()
{
    m_markOf.clear();
    for (std::size_t mark = 0; mark < m_content.marks.size(); ++mark) {
        for (const ItemId item : itemsOf(mark))
            m_markOf.emplace(item, mark);
    }
}

void RooflinePlot::setColoring(ColorBy coloring)
{
    m_coloring = coloring;
    updateColors();
}

void RooflinePlot::updateColors()
{
    MarkColors colors = markColors(m_content, m_style, m_coloring);
    m_colorKey = std::move(colors.key);
    if (m_coloring == ColorBy::Session && !m_overlays.overlays().empty())
        m_colorKey.push_back({ m_style.numberedColor(0), m_mainName });
    for (std::size_t i = 0; i < m_overlays.overlays().size(); ++i)
        m_colorKey.push_back({ OverlayMarks::colorOf(i, m_style), m_overlays.overlays()[i].name });
    m_marks->setColors(std::move(colors.colors));
}

void RooflinePlot::setShowsFused(bool shows)
{
    m_marks->setShowsFused(shows);
}

void RooflinePlot::setFusion(const std::optional<Fusion> &fusion)
{
    m_labels->update(); // they keep clear of the text
    const std::optional<double> intensity = fusion ? fusion->intensity() : std::nullopt;
    if (!fusion || fusion->operators < 2 || !(fusion->savedNs() > 0) || !isPositive(intensity)
        || !(fusion->atRoofNs > 0)) {
        m_marks->setFused(std::nullopt, {});
        return;
    }
    constexpr double nsPerSecond = 1e9;
    double flopPerSecond = static_cast<double>(fusion->flops) / fusion->atRoofNs * nsPerSecond;
    if (m_content.ridge) // as single points: see drawnAtRoof()
        flopPerSecond = std::min(flopPerSecond, highestComputeRoof(m_content));
    const QPointF shift = m_content.relative ? relativeShift(m_content) : QPointF();
    m_marks->setFused(QPointF(std::log10(*intensity), std::log10(flopPerSecond)) + shift,
                      ChartsText::tr("as one: −%1").arg(durationText(fusion->savedNs())));
}

std::optional<double> RooflinePlot::clockHz() const
{
    if (!m_content.ridge || m_content.relative)
        return std::nullopt;
    const std::optional<double> clock = m_content.roofs[m_content.ridge->computeRoof].clockHz;
    return isPositive(clock) ? clock : std::nullopt;
}

bool RooflinePlot::setPerCycle(bool perCycle)
{
    m_perCycle = perCycle;
    updateAxes();
    return !perCycle || clockHz();
}

void RooflinePlot::setFilter(const std::optional<std::set<ItemId>> &items,
                             const std::set<OperatorFamily> &hiddenFamilies)
{
    std::vector<bool> visible(m_content.marks.size());
    for (std::size_t mark = 0; mark < visible.size(); ++mark) {
        const RooflinePoint &point = m_content.points[m_content.marks[mark].point];
        const auto isWanted = [&](ItemId item) { return m_content.isWithin(item, *items); };
        visible[mark] =
            !hiddenFamilies.contains(point.family) && (!items || std::ranges::any_of(itemsOf(mark), isWanted));
    }
    std::optional<std::set<std::string>> labels;
    if (items && !m_overlays.overlays().empty()) {
        labels.emplace();
        for (std::size_t mark = 0; mark < visible.size(); ++mark) {
            if (visible[mark])
                labels->insert(m_content.points[m_content.marks[mark].point].label);
        }
    }
    m_overlays.setFilter(labels, hiddenFamilies);
    m_ground->setVisibleMarks(visible);
    m_marks->setVisible(visible);
    m_visible = std::move(visible);
    showObstacles();
}

std::size_t RooflinePlot::marksOnStrip() const
{
    auto count = std::ranges::count_if(m_content.marks, &Mark::onStrip);
    for (const RooflineOverlay &overlay : m_overlays.overlays())
        count += std::ranges::count_if(overlay.content->marks, &Mark::onStrip);
    return std::size_t(count);
}

void RooflinePlot::setHighlights(const std::set<ItemId> &selected, std::optional<ItemId> hovered,
                                 std::optional<ItemId> focus)
{
    std::vector<bool> flags(m_content.marks.size());
    if (!selected.empty()) {
        std::set<ItemId> callers;
        for (const ItemId item : selected)
            callers.insert(m_content.callerOf(item));
        for (std::size_t mark = 0; mark < flags.size(); ++mark)
            flags[mark] = std::ranges::any_of(itemsOf(mark), [&](ItemId item) {
                return m_content.isWithin(item, selected) || callers.contains(item);
            });
    }
    const std::optional<std::size_t> hoveredMark = hovered ? markAbout(*hovered) : std::nullopt;
    m_highlighted.clear();
    std::set<std::string> labels;
    for (std::size_t mark = 0; mark < flags.size() && !m_overlays.overlays().empty(); ++mark) {
        if (!flags[mark] && hoveredMark != mark)
            continue;
        m_highlighted.push_back(mark);
        labels.insert(m_content.points[m_content.marks[mark].point].label);
    }
    m_overlays.setHighlights(labels);
    m_labels->update(); // they keep clear of the share of the focus
    updateTrails();
    m_marks->setHighlights(std::move(flags), hoveredMark, focus ? markAbout(*focus) : std::nullopt);
}

std::optional<std::size_t> RooflinePlot::markAbout(ItemId item) const
{
    const std::optional<std::size_t> own = markOf(item);
    return own ? own : markOf(m_content.callerOf(item));
}

ItemId RooflinePlot::itemOf(std::size_t mark) const
{
    return m_content.points[m_content.marks[mark].point].item;
}

std::vector<ItemId> RooflinePlot::itemsOf(std::size_t mark) const
{
    const std::vector<ItemId> &equal = m_content.details[m_content.marks[mark].point].equal;
    return equal.empty() ? std::vector { itemOf(mark) } : equal;
}

std::optional<std::size_t> RooflinePlot::markOf(ItemId item) const
{
    const auto found = m_markOf.find(item);
    return found == m_markOf.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> RooflinePlot::markLabelled(const std::string &label) const
{
    const auto found = m_markLabelled.find(label);
    return found == m_markLabelled.end() ? std::nullopt : std::optional(found->second);
}

std::vector<QString> RooflinePlot::intensityLabels() const
{
    return m_axes->horizontal().labels();
}

std::vector<QString> RooflinePlot::performanceLabels() const
{
    return m_axes->vertical().labels();
}

void RooflinePlot::resizeEvent(QGraphicsSceneResizeEvent *event)
{
    QChart::resizeEvent(event);
    placeAreas();
}

void RooflinePlot::placeAreas()
{
    constexpr double leastHeight = 75; // of the plane: below it the strip gives way
    const auto areaAbove = [this](double strip) {
        return AxisLayer::areaIn(QRectF({}, size() - QSizeF(0, strip)), m_style);
    };
    const double wholeStrip = StripLayer::heightFor(m_content, m_style);
    const double stripHeight = areaAbove(wholeStrip).height() < leastHeight ? 0 : wholeStrip;
    const QRectF area = areaAbove(stripHeight);
    m_viewport.area = area;
    const QRectF strip(area.left(), size().height() - AxisLayer::outerMargin / 2 - stripHeight, area.width(),
                       stripHeight);
    m_labels->setHiddenOnStrip(stripHeight > 0 ? 0 : marksOnStrip());
    m_stripViewport.area = stripHeight > 0 ? StripLayer::markArea(strip, m_style) : QRectF();
    m_stripViewport.frame = { m_content.stripRange[0], m_content.stripRange[1], 0, 1 };
    updateFrame();
}

void RooflinePlot::applyStyle()
{
    setBackgroundBrush(m_style.ground());
    setBackgroundPen(Qt::NoPen);
    m_axes->setContent(&m_content, &m_style);
    updateAxes();
    m_ground->setContent(&m_content, &m_style);
    m_roofLines->setContent(&m_content, &m_style);
    m_labels->setContent(&m_content, &m_style);
    m_strip->setContent(&m_content, &m_style);
    m_trails->setContent(&m_content, &m_style);
    m_trailTexts->setContent(&m_content, &m_style);
    m_highlighted.clear();
    m_overlays.setStyle(m_style);
    showOverlayRoofs();
    m_marks->setContent(&m_content, &m_style);
    updateColors();
}

void RooflinePlot::updateLines()
{
    m_lines = roofLines(m_content, m_visibleRoofs);
    m_ground->setLines(m_lines);
    m_roofLines->setLines(m_lines);
    m_labels->setLines(m_lines);
    const bool showsLaunch = m_content.launchRoof && m_visibleRoofs.contains(*m_content.launchRoof);
    m_ground->setShowsLaunch(showsLaunch);
    m_labels->setShowsLaunch(showsLaunch);
}

std::optional<std::size_t> RooflinePlot::roofAt(QPointF pixel) const
{
    constexpr double reach = 5; // pixels
    std::optional<std::size_t> nearest;
    double nearestDistance = reach;
    for (const RoofLine &line : m_lines) {
        const auto part = visiblePart(line, m_viewport.frame);
        if (!part)
            continue;
        const QLineF pixels = m_viewport.toPixel(*part);
        const QPointF along = pixels.p2() - pixels.p1();
        const double share =
            std::clamp(QPointF::dotProduct(pixel - pixels.p1(), along) / QPointF::dotProduct(along, along), 0.0, 1.0);
        const double distance = QLineF(pixel, pixels.p1() + along * share).length();
        if (distance <= nearestDistance) {
            nearestDistance = distance;
            nearest = line.roof;
        }
    }
    return nearest;
}

void RooflinePlot::updateFrame()
{
    updateAxes();
    m_axes->setViewport(m_viewport);
    m_ground->setViewport(m_viewport);
    m_roofLines->setViewport(m_viewport);
    m_labels->setViewport(m_viewport);
    m_strip->setViewport(m_stripViewport);
    m_trails->setViewport(m_viewport);
    m_trailTexts->setViewport(m_viewport);
    m_overlays.setViewports(m_viewport, m_stripViewport);
    m_marks->setViewports(m_viewport, m_stripViewport);
}

void RooflinePlot::updateAxes()
{
    const std::optional<double> clock = m_perCycle ? clockHz() : std::nullopt;
    const double shift = clock ? -std::log10(*clock) : 0;
    m_axes->setAxes({ m_content.relative ? ChartsText::tr("Arithmetic intensity, ridge of each = 1")
                                         : ChartsText::tr("Arithmetic intensity in FLOP/byte"),
                      m_content.relative ? "" : "FLOP/B" },
                    { .title = m_content.relative ? ChartsText::tr("Performance, compute roof of each = 1")
                          : clock ? ChartsText::tr("FLOP per cycle at %1").arg(quantityText(*clock, "Hz"))
                                  : ChartsText::tr("Performance in FLOP/s"),
                      .unit = clock || m_content.relative ? "" : "FLOP/s",
                      .shift = shift,
                      .shortTitle = m_content.relative ? ChartsText::tr("Compute roof = 1")
                          : clock                      ? ChartsText::tr("FLOP per cycle")
                                                       : ChartsText::tr("FLOP/s") },
                    m_viewport);
}

} // namespace ridgepoint
