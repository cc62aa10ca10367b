// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/roofline_plot.h"

#include "core/base/clock.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/layout/roofline_layout.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/style/quantities.h"

#include <QGraphicsSceneResizeEvent>
#include <QLegend>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rooflight {

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

constexpr double groundZ = 1.5; // beneath the grid of Qt Charts
constexpr double ridgeZ = 50;
constexpr double trailZ = 54;
constexpr double overlayZ = 56;
constexpr double markZ = 60;
constexpr double textZ = 62;

/// Of more selected points no eye follows the way to each of the other sessions.
constexpr std::size_t maxTrails = 60;

} // namespace

/// A part of the picture that is painted from the layout as it is.
class RooflinePlot::Layer : public QGraphicsItem
{
public:
    Layer(RooflinePlot *plot, PaintLayer paint)
        : QGraphicsItem(plot)
        , m_plot(plot)
        , m_paint(paint)
    {
    }

    void resize() { prepareGeometryChange(); }
    [[nodiscard]] QRectF boundingRect() const override { return m_plot->rect(); }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override
    {
        painter->save();
        m_paint(*painter, m_plot->layout(), m_plot->m_style);
        painter->restore();
    }

private:
    RooflinePlot *m_plot;
    PaintLayer m_paint;
};

RooflinePlot::RooflinePlot(const ChartStyle &style)
    : m_style(style)
    , m_axes(this)
    , m_marks(new MarkLayer(this))
    , m_trails(new TrailLayer(m_scene.trails, m_style, this))
    , m_overlays(this, overlayZ)
{
    setAnimationOptions(QChart::NoAnimation);
    legend()->hide();
    setBackgroundRoundness(0);
    setDropShadowEnabled(false);
    addLayer(groundZ, paintGround);
    addLayer(ridgeZ, paintRidgeAndStrip);
    addLayer(textZ, paintTexts);
    m_marks->setZValue(markZ);
    m_trails->setZValue(trailZ);
    m_scene.content = &m_content;
    m_scene.style = &m_style;
    m_scene.marks = &m_marks->marks();
    setContent({});
}

RooflinePlot::~RooflinePlot() = default;

void RooflinePlot::addLayer(double height, PaintLayer paint)
{
    m_layers.push_back(new Layer(this, paint)); // the plot owns it
    m_layers.back()->setZValue(height);
}

void RooflinePlot::changed()
{
    m_layout.reset();
    m_isArranged = false;
    update();
}

const RooflineLayout &RooflinePlot::layout()
{
    if (!m_layout) {
        m_layout = layOut(m_scene, size());
        m_marks->setViewports(m_layout->viewports);
        m_marks->setStar(m_layout->star);
        m_overlays.setViewports(m_layout->viewports);
        m_trails->setViewport(m_layout->viewports.plane);
    }
    return *m_layout;
}

void RooflinePlot::arrange()
{
    if (std::exchange(m_isArranged, true))
        return;
    m_axes.show(layout());
}

const MarkLayer &RooflinePlot::marks()
{
    layout();
    return *m_marks;
}

const OverlayMarks &RooflinePlot::overlays()
{
    layout();
    return m_overlays;
}

const TrailLayer &RooflinePlot::trails()
{
    layout();
    return *m_trails;
}

void RooflinePlot::copyFrom(const RooflinePlot &other)
{
    setContent(other.m_content);
    setVisibleRoofs(other.m_visibleRoofs);
    m_coloring = other.m_coloring;
    setOverlays(other.m_mainName, other.m_overlays.overlays());
    setPaths(other.m_paths);
    setTrail(other.m_trail);
    setShowsFused(other.m_showsFused);
    setFusion(other.m_fusion);
    setPerCycle(other.m_scene.isPerCycle);
    setFilter(other.m_wanted, other.m_hiddenFamilies);
    setHighlights(other.m_selected, std::nullopt, other.m_focus);
    setFrame(other.m_scene.frame);
}

void RooflinePlot::setContent(RooflineContent content)
{
    m_content = std::move(content);
    m_scene.frame = m_content.frame;
    findMarks();
    applyStyle();
    setVisibleRoofs(defaultRoofs(m_content));
}

void RooflinePlot::setOverlays(const QString &mainName, std::vector<RooflineOverlay> overlays)
{
    m_mainName = mainName;
    m_overlays.setOverlays(std::move(overlays), m_style);
    m_scene.otherRoofs = m_overlays.roofs(m_style, m_content);
    m_scene.otherMarks = m_overlays.marks();
    m_markLabelled.clear();
    for (std::size_t mark = 0; mark < m_content.marks.size() && !m_overlays.overlays().empty(); ++mark)
        m_markLabelled.emplace(m_content.points[m_content.marks[mark].point].label, mark);
    updateColors();
    changed();
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
    arrange();
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
        if (mark.onStrip || mark.grounded || trails.size() - ways >= maxTrails)
            continue;
        for (const auto &[overlay, place] : m_overlays.placesOf(m_content.points[mark.point].label))
            trails.push_back({ { { QPointF(mark.x, mark.y), {}, true, false }, { place, {}, true, false } },
                               OverlayMarks::colorOf(overlay, m_style) });
    }
    if (m_trail && !m_content.relative)
        trails.push_back(*m_trail);
    m_scene.trails = std::move(trails);
    changed();
}

void RooflinePlot::setStyle(const ChartStyle &style)
{
    m_style = style;
    applyStyle();
}

void RooflinePlot::applyStyle()
{
    m_axes.setStyle(m_style);
    m_highlighted.clear();
    m_overlays.setStyle(m_style);
    m_scene.otherRoofs = m_overlays.roofs(m_style, m_content);
    m_marks->setContent(&m_content, &m_style);
    m_scene.ceilings = launchCeilings(m_marks->marks());
    m_scene.focus.reset();
    m_scene.hovered.reset();
    m_scene.fused.reset();
    m_fusion.reset();
    updateColors();
    changed();
}

void RooflinePlot::setFrame(const Frame &frame)
{
    m_scene.frame = clampedTo(frame, limits());
    changed();
}

void RooflinePlot::setVisibleRoofs(std::set<std::size_t> roofs)
{
    m_visibleRoofs = std::move(roofs);
    m_scene.roofs = roofLines(m_content, m_visibleRoofs);
    m_scene.showsLaunch = m_content.launchRoof && m_visibleRoofs.contains(*m_content.launchRoof);
    changed();
}

std::optional<Roof> RooflinePlot::drawnLaunchRoof() const
{
    const bool isDrawn = m_scene.showsLaunch && !m_scene.ceilings.marks.empty();
    return isDrawn ? std::optional(m_content.roofs[*m_content.launchRoof]) : std::nullopt;
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
    m_showsFused = shows;
    m_marks->setShowsFused(shows);
}

void RooflinePlot::setFusion(const std::optional<Fusion> &fusion)
{
    m_fusion = fusion;
    m_scene.fused.reset();
    changed();
    const std::optional<double> intensity = fusion ? fusion->intensity() : std::nullopt;
    if (!fusion || !fusion->keepsResults() || !(fusion->savedNs() > 0) || !isPositive(intensity)
        || !(fusion->atRoofNs > 0))
        return;
    double flopPerSecond = static_cast<double>(fusion->flops) / fusion->atRoofNs * nsPerSecond;
    if (m_content.ridge) // as single points: see drawnAtRoof()
        flopPerSecond = std::min(flopPerSecond, highestComputeRoof(m_content));
    const QPointF shift = m_content.relative ? relativeShift(m_content) : QPointF();
    m_scene.fused = FusedMark { QPointF(std::log10(*intensity), std::log10(flopPerSecond)) + shift,
                                ChartsText::tr("as one: −%1").arg(durationText(fusion->savedNs())) };
}

bool RooflinePlot::setPerCycle(bool perCycle)
{
    m_scene.isPerCycle = perCycle;
    changed();
    return !perCycle || clockHz();
}

void RooflinePlot::setFilter(const std::optional<std::set<ItemId>> &items,
                             const std::set<OperatorFamily> &hiddenFamilies)
{
    m_wanted = items;
    m_hiddenFamilies = hiddenFamilies;
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
    m_marks->setVisible(std::move(visible));
    m_scene.ceilings = launchCeilings(m_marks->marks());
    changed();
}

void RooflinePlot::setHighlights(const std::set<ItemId> &selected, std::optional<ItemId> hovered,
                                 std::optional<ItemId> focus)
{
    m_selected = selected;
    m_focus = focus;
    std::vector<bool> flags(m_content.marks.size());
    std::set<ItemId> outlined = selected;
    // All are inside the model: to outline them all says nothing.
    std::erase_if(outlined, [this](ItemId item) { return m_content.isWhole(item) && !markOf(item); });
    std::vector<bool> parts(flags.size());
    if (!outlined.empty()) {
        std::set<ItemId> callers;
        for (const ItemId item : outlined)
            callers.insert(m_content.callerOf(item));
        for (std::size_t mark = 0; mark < flags.size(); ++mark) {
            const std::vector<ItemId> items = itemsOf(mark);
            flags[mark] = std::ranges::any_of(
                items, [&](ItemId item) { return outlined.contains(item) || callers.contains(item); });
            parts[mark] = !flags[mark]
                && std::ranges::any_of(items, [&](ItemId item) { return m_content.isWithin(item, outlined); });
        }
    }
    const std::optional<std::size_t> hoveredMark = hovered ? markAbout(*hovered) : std::nullopt;
    m_highlighted.clear();
    std::set<std::string> labels;
    for (std::size_t mark = 0; mark < flags.size() && !m_overlays.overlays().empty(); ++mark) {
        if (!flags[mark] && !parts[mark] && hoveredMark != mark)
            continue;
        m_highlighted.push_back(mark);
        labels.insert(m_content.points[m_content.marks[mark].point].label);
    }
    m_overlays.setHighlights(labels);
    m_scene.hovered = hoveredMark;
    m_scene.focus = focus ? markAbout(*focus) : std::nullopt;
    m_scene.focusItem = focus && selected.size() == 1 ? focus : std::nullopt;
    m_marks->setHighlights(std::move(flags), m_scene.hovered, m_scene.focus);
    m_marks->setParts(parts);
    updateTrails();
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

void RooflinePlot::resizeEvent(QGraphicsSceneResizeEvent *event)
{
    QChart::resizeEvent(event);
    for (Layer *layer : m_layers)
        layer->resize();
    changed();
}

std::optional<std::size_t> RooflinePlot::roofAt(QPointF pixel)
{
    constexpr double reach = 5; // pixels
    std::optional<std::size_t> nearest;
    double nearestDistance = reach;
    for (const RoofLine &line : m_scene.roofs) {
        const auto part = visiblePart(line.line(), frame());
        if (!part)
            continue;
        const QLineF pixels = viewport().toPixel(*part);
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

} // namespace rooflight
