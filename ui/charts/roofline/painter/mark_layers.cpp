// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/mark_layers.h"

#include "ui/charts/roofline/painter/mark_stamps.h"
#include "ui/charts/roofline/painter/roofline_painter.h"

#include <QLineF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rooflight {

namespace {

/// As many stamps are drawn while the chart moves: a frame of 16 ms has room for twice as many.
constexpr std::size_t maxMovingStamps = 1500;
constexpr double reach = 4; // pixels around a mark that still hit it
constexpr double partPenWidth = 1.6;
constexpr double overhang = 32; // pixels: half of the largest mark with its outline

} // namespace

MarkLayer::MarkLayer(QGraphicsItem *parent)
    : QGraphicsItem(parent)
    , m_whole(std::make_unique<BackgroundPicture>())
{
    QObject::connect(m_whole.get(), &BackgroundPicture::ready, m_whole.get(), [this] { update(); });
}

MarkLayer::~MarkLayer() = default;

QRectF MarkLayer::boundingRect() const
{
    return m_viewports.bounds().adjusted(-overhang, -overhang, overhang, overhang);
}

void MarkLayer::setContent(const RooflineContent *content, const ChartStyle *style)
{
    m_marks = MarkSet(content, style);
    m_selected.clear();
    m_parts.clear();
    m_hovered.reset();
    m_focus.reset();
    dropStamps();
}

void MarkLayer::setViewports(const MarkViewports &viewports)
{
    prepareGeometryChange();
    m_viewports = viewports;
}

void MarkLayer::setColors(std::vector<QColor> colors)
{
    m_marks.colors = std::move(colors);
    dropStamps();
}

void MarkLayer::setShowsFused(bool shows)
{
    m_showsFused = shows;
    update();
}

void MarkLayer::setVisible(std::vector<bool> visible)
{
    m_marks.visible = std::move(visible);
    dropStamps();
}

void MarkLayer::setHighlights(std::vector<bool> selected, std::optional<std::size_t> hovered,
                              std::optional<std::size_t> focus)
{
    m_selected.clear();
    std::ranges::copy_if(m_marks.order, std::back_inserter(m_selected),
                         [&selected](std::size_t index) { return selected[index]; });
    m_hovered = hovered;
    m_focus = focus;
    update();
}

void MarkLayer::setParts(const std::vector<bool> &parts)
{
    m_parts.clear();
    std::ranges::copy_if(m_marks.order, std::back_inserter(m_parts),
                         [&parts](std::size_t index) { return parts[index]; });
    update();
}

void MarkLayer::dropStamps()
{
    m_stampPainter.reset();
    m_stamps.reset();
    update();
}

std::shared_ptr<const MarkStamps> MarkLayer::stamps()
{
    if (!m_stamps)
        m_stamps = std::make_shared<const MarkStamps>(*m_marks.content, m_marks.places, m_marks.colors, m_marks.visible,
                                                      m_marks.order, *m_marks.style);
    return m_stamps;
}

std::vector<std::size_t> MarkLayer::marksAt(QPointF pixel) const
{
    std::vector<std::size_t> found;
    for (auto it = m_marks.order.rbegin(); it != m_marks.order.rend(); ++it) {
        const std::size_t index = *it;
        const double reached = scene().mark(index).diameter / 2 + reach;
        const QPointF away = centre(index) - pixel;
        if (std::abs(away.x()) <= reached && std::abs(away.y()) <= reached && QLineF({}, away).length() <= reached
            && isShown(index))
            found.push_back(index);
    }
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
        return QLineF(centre(a), pixel).length() < QLineF(centre(b), pixel).length() - 0.01;
    });
    return found;
}

int MarkLayer::countAtSamePlace(std::size_t mark) const
{
    const std::vector<std::size_t> near = marksAt(centre(mark));
    return int(std::ranges::count_if(
        near, [&](std::size_t other) { return (centre(other) - centre(mark)).manhattanLength() < 1; }));
}

void MarkLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *widget)
{
    if (!m_marks.content)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_viewports.bounds());
    const bool raster = painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster;
    if (raster && m_marks.order.size() > maxVectorMarks)
        paintMany(*painter, widget != nullptr);
    else
        paintVectors(*painter);

    for (const std::size_t index : m_parts) {
        if (isShown(index))
            paintMark(*painter, scene(), index, QPen(m_marks.style->text(), partPenWidth));
    }
    for (const std::size_t index : m_selected)
        paintSelected(*painter, index, m_marks.style->selectedPen());
    if (m_star)
        paintStar(*painter, *m_star, *m_marks.style);
    if (m_focus && isShown(*m_focus))
        paintDropLine(*painter, scene(), *m_focus);
    if (m_hovered && isShown(*m_hovered)) {
        if (m_hovered != m_focus)
            paintDropLine(*painter, scene(), *m_hovered);
        paintSelected(*painter, *m_hovered, m_marks.style->hoveredPen());
    }
    painter->restore();
}

void MarkLayer::paintSelected(QPainter &painter, std::size_t mark, const QPen &pen) const
{
    if (!isShown(mark))
        return;
    paintEarlier(painter, scene(), mark);
    paintFusedInterval(painter, scene(), mark);
    paintSpread(painter, scene(), mark);
    painter.setClipRect(boundingRect());
    paintOutline(painter, scene(), mark, pen);
    painter.setClipRect(m_viewports.bounds());
}

void MarkLayer::paintVectors(QPainter &painter) const
{
    if (m_showsFused) {
        for (const std::size_t index : m_marks.order) {
            if (isShown(index))
                paintFusedInterval(painter, scene(), index);
        }
    }
    painter.setClipRect(boundingRect());
    for (const std::size_t index : m_marks.order) { // below all marks, which they would strike out
        if (isShown(index) && !scene().detailsOf(index).equal.empty())
            paintSpread(painter, scene(), index);
    }
    for (const std::size_t index : m_marks.order) {
        if (isShown(index))
            paintMark(painter, scene(), index, m_marks.style->markerPen(m_marks.colors[index]));
    }
}

void MarkLayer::paintMany(QPainter &painter, bool isOnScreen)
{
    const BackgroundPicture::Subject subject { stamps(), m_viewports, painter.device()->devicePixelRatioF() };
    QImage whole = m_whole->pictureOf(subject);
    if (whole.isNull() && !isOnScreen)
        whole = wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio);
    if (!whole.isNull()) {
        painter.drawImage(m_viewports.bounds().topLeft(), whole);
        return;
    }
    if (!m_stampPainter || m_stampPainter->devicePixelRatio() != subject.devicePixelRatio)
        m_stampPainter = std::make_unique<StampPainter>(*subject.stamps, subject.devicePixelRatio);
    const Detail detail = detailFor(subject.stamps->places(), m_viewports, maxMovingStamps);
    m_stampPainter->paint(painter, m_viewports, detail.places);
    if (!detail.isWhole)
        m_whole->want(subject);
}

void MarkLayer::finish(double devicePixelRatio)
{
    if (m_marks.order.size() > maxVectorMarks)
        m_whole->finish({ stamps(), m_viewports, devicePixelRatio });
}

OverlayMarks::OverlayMarks(QGraphicsItem *plot, double height)
    : m_plot(plot)
    , m_height(height)
{
}

OverlayMarks::~OverlayMarks() = default;

QColor OverlayMarks::colorOf(std::size_t overlay, const ChartStyle &style)
{
    return style.numberedColor(overlay + 1); // the first one is the main session's
}

void OverlayMarks::setOverlays(std::vector<RooflineOverlay> overlays, const ChartStyle &style)
{
    m_layers.clear();
    m_markOf.clear();
    m_overlays = std::move(overlays);
    for (const RooflineOverlay &overlay : m_overlays) {
        m_layers.push_back(std::make_unique<MarkLayer>(m_plot));
        m_layers.back()->setZValue(m_height);
        auto &markOf = m_markOf.emplace_back();
        for (std::size_t mark = 0; mark < overlay.content->marks.size(); ++mark)
            markOf.emplace(overlay.content->points[overlay.content->marks[mark].point].label, mark);
    }
    setStyle(style);
}

void OverlayMarks::setStyle(const ChartStyle &style)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i]->setContent(m_overlays[i].content.get(), &style);
        m_layers[i]->setColors(std::vector(m_overlays[i].content->marks.size(), colorOf(i, style)));
    }
}

void OverlayMarks::setViewports(const MarkViewports &viewports)
{
    for (const auto &layer : m_layers)
        layer->setViewports(viewports);
}

std::vector<const MarkSet *> OverlayMarks::marks() const
{
    std::vector<const MarkSet *> marks;
    for (const auto &layer : m_layers)
        marks.push_back(&layer->marks());
    return marks;
}

void OverlayMarks::finish(double devicePixelRatio)
{
    for (const auto &layer : m_layers)
        layer->finish(devicePixelRatio);
}

void OverlayMarks::setFilter(const std::optional<std::set<std::string>> &labels,
                             const std::set<OperatorFamily> &hiddenFamilies)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const RooflineContent &content = *m_overlays[i].content;
        std::vector<bool> visible(content.marks.size());
        for (std::size_t mark = 0; mark < visible.size(); ++mark) {
            const RooflinePoint &point = content.points[content.marks[mark].point];
            visible[mark] = !hiddenFamilies.contains(point.family) && (!labels || labels->contains(point.label));
        }
        m_layers[i]->setVisible(std::move(visible));
    }
}

void OverlayMarks::setHighlights(const std::set<std::string> &labels)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        std::vector<bool> flags(m_overlays[i].content->marks.size());
        for (const std::string &label : labels) {
            if (const auto found = m_markOf[i].find(label); found != m_markOf[i].end())
                flags[found->second] = true;
        }
        m_layers[i]->setHighlights(std::move(flags), std::nullopt, std::nullopt);
    }
}

QList<QRectF> OverlayMarks::markBoxes() const
{
    QList<QRectF> boxes;
    for (const auto &layer : m_layers)
        boxes << layer->markBoxes();
    return boxes;
}

std::optional<OverlayMark> OverlayMarks::markAt(QPointF pixel) const
{
    for (std::size_t i = m_layers.size(); i-- > 0;) { // the last one lies on top
        if (const std::vector<std::size_t> found = m_layers[i]->marksAt(pixel); !found.empty())
            return OverlayMark { i, found.front() };
    }
    return std::nullopt;
}

QPointF OverlayMarks::centre(OverlayMark mark) const
{
    return m_layers[mark.overlay]->centre(mark.mark);
}

const RooflinePoint &OverlayMarks::pointOf(OverlayMark mark) const
{
    const RooflineContent &content = *m_overlays[mark.overlay].content;
    return content.points[content.marks[mark.mark].point];
}

std::vector<std::pair<std::size_t, QPointF>> OverlayMarks::placesOf(const std::string &label) const
{
    std::vector<std::pair<std::size_t, QPointF>> places;
    for (std::size_t i = 0; i < m_overlays.size(); ++i) {
        const auto found = m_markOf[i].find(label);
        if (found == m_markOf[i].end())
            continue;
        const Mark &mark = m_overlays[i].content->marks[found->second];
        if (!mark.onStrip && !mark.grounded)
            places.emplace_back(i, QPointF(mark.x, mark.y));
    }
    return places;
}

std::vector<NamedLine> OverlayMarks::roofs(const ChartStyle &style, const RooflineContent &main) const
{
    std::vector<NamedLine> lines;
    for (std::size_t i = 0; i < m_overlays.size(); ++i) {
        for (NamedLine &line : roofsOf(m_overlays[i], colorOf(i, style), main))
            lines.push_back(std::move(line));
    }
    return lines;
}

namespace {

constexpr double faintDotRadius = 2.2;
constexpr double faintness = 0.65;
constexpr double trailReach = 6; ///< of the pointer, in pixels

/// From a pixel to a line between two others.
double distanceToLine(QPointF pixel, QPointF from, QPointF to)
{
    const QPointF way = to - from;
    const double square = QPointF::dotProduct(way, way);
    const double part = square > 0 ? std::clamp(QPointF::dotProduct(pixel - from, way) / square, 0.0, 1.0) : 0;
    return QLineF(pixel, from + way * part).length();
}

} // namespace

void TrailLayer::setViewport(const Viewport &viewport)
{
    prepareGeometryChange();
    m_viewport = viewport;
}

std::optional<TrailStop> TrailLayer::stopAt(QPointF pixel) const
{
    if (!m_viewport.area.contains(pixel))
        return std::nullopt;
    for (std::size_t trail = m_trails.size(); trail-- > 0;) {
        const std::vector<Trail::Stop> &stops = m_trails[trail].stops;
        for (std::size_t i = 1; i < stops.size(); ++i) {
            const QPointF from = m_viewport.toPixel(stops[i - 1].place);
            const QPointF to = m_viewport.toPixel(stops[i].place);
            if (distanceToLine(pixel, from, to) > trailReach)
                continue;
            const std::size_t nearest = QLineF(pixel, from).length() < QLineF(pixel, to).length() ? i - 1 : i;
            if (!stops[nearest].title.isEmpty())
                return TrailStop { trail, nearest };
        }
    }
    return std::nullopt;
}

QPointF TrailLayer::centre(TrailStop stop) const
{
    return m_viewport.toPixel(m_trails[stop.trail].stops[stop.stop].place);
}

void TrailLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Trail &trail : m_trails)
        paintWay(*painter, trail);
    painter->restore();
}

/// Between stops that were measured the line is solid.
void TrailLayer::paintWay(QPainter &painter, const Trail &trail) const
{
    QColor color = trail.color;
    if (trail.isFaint)
        color.setAlphaF(faintness);
    const QPen solid(color, trail.isFaint ? 1 : 1.8);
    QPen broken = solid;
    broken.setDashPattern({ 4, 3 });
    const double radius = trail.isFaint ? faintDotRadius : trailDotRadius;
    for (std::size_t i = 1; i < trail.stops.size(); ++i) {
        const Trail::Stop &from = trail.stops[i - 1];
        const Trail::Stop &to = trail.stops[i];
        painter.setPen(from.isMeasured && to.isMeasured ? solid : broken);
        painter.drawLine(m_viewport.toPixel(from.place), m_viewport.toPixel(to.place));
    }
    painter.setPen(solid);
    for (const Trail::Stop &stop : trail.stops) {
        painter.setBrush(stop.isMeasured ? color : m_style.ground());
        if (stop.hasDot)
            painter.drawEllipse(m_viewport.toPixel(stop.place), radius, radius);
    }
}

} // namespace rooflight
