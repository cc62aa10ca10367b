// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_layer.h"

#include "ui/charts/roofline/background_picture.h"
#include "ui/charts/roofline/mark_decorations.h"
#include "ui/charts/roofline/mark_stamps.h"

#include <QLineF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ridgepoint {

namespace {

/// As many stamps are drawn while the chart moves: a frame of 16 ms has room for twice as many.
constexpr std::size_t maxMovingStamps = 1500;
constexpr double reach = 4; // pixels around a mark that still hit it
constexpr double overhang = 32; // pixels: half of the largest mark with its outline

} // namespace

MarkLayer::MarkLayer(QGraphicsItem *parent)
    : ChartLayer(parent)
    , m_whole(std::make_unique<BackgroundPicture>())
{
    QObject::connect(m_whole.get(), &BackgroundPicture::ready, m_whole.get(), [this] { update(); });
}

MarkLayer::~MarkLayer() = default;

QRectF MarkLayer::boundingRect() const
{
    return m_scene.viewports.bounds().adjusted(-overhang, -overhang, overhang, overhang);
}

void MarkLayer::setContent(const RooflineContent *content, const ChartStyle *style)
{
    ChartLayer::setContent(content, style);
    m_scene.content = content;
    m_scene.style = style;
    m_scene.colors.clear();
    for (const Mark &placed : content->marks)
        m_scene.colors.push_back(style->familyColor(content->points[placed.point].family));
    m_scene.visible.assign(content->marks.size(), true);
    m_scene.places = placesOf(content->marks);
    sortBySize();
    m_selected.clear();
    m_hovered.reset();
    m_focus.reset();
    m_texts.setFocus(std::nullopt);
    m_texts.setFused(std::nullopt, {});
    dropStamps();
}

void MarkLayer::setViewports(const Viewport &plane, const Viewport &strip)
{
    setViewport(plane);
    m_scene.viewports = { plane, strip };
    m_texts.drop();
}

void MarkLayer::setColors(std::vector<QColor> colors)
{
    m_scene.colors = std::move(colors);
    dropStamps();
}

void MarkLayer::setHasCounts(bool hasCounts)
{
    m_texts.setHasCounts(hasCounts);
    update();
}

void MarkLayer::setShowsFused(bool shows)
{
    m_showsFused = shows;
    update();
}

void MarkLayer::setFused(std::optional<QPointF> place, const QString &text)
{
    m_texts.setFused(place, text);
    update();
}

void MarkLayer::placeTextsAgain()
{
    m_texts.drop();
    update();
}

void MarkLayer::setVisible(std::vector<bool> visible)
{
    m_scene.visible = std::move(visible);
    m_texts.drop();
    dropStamps();
}

void MarkLayer::setHighlights(std::vector<bool> selected, std::optional<std::size_t> hovered,
                              std::optional<std::size_t> focus)
{
    m_selected.clear();
    std::ranges::copy_if(m_scene.order, std::back_inserter(m_selected),
                         [&selected](std::size_t index) { return selected[index]; });
    m_hovered = hovered;
    m_focus = focus;
    m_texts.setFocus(focus);
    update();
}

void MarkLayer::sortBySize()
{
    m_scene.order.resize(m_content->marks.size());
    std::iota(m_scene.order.begin(), m_scene.order.end(), std::size_t { 0 });
    std::stable_sort(m_scene.order.begin(), m_scene.order.end(), [this](std::size_t a, std::size_t b) {
        return m_scene.mark(a).diameter > m_scene.mark(b).diameter;
    });
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
        m_stamps = std::make_shared<const MarkStamps>(*m_content, m_scene.places, m_scene.colors, m_scene.visible,
                                                      m_scene.order, *m_style);
    return m_stamps;
}

std::vector<std::size_t> MarkLayer::marksAt(QPointF pixel) const
{
    std::vector<std::size_t> found;
    for (auto it = m_scene.order.rbegin(); it != m_scene.order.rend(); ++it) {
        const std::size_t index = *it;
        const double reached = m_scene.mark(index).diameter / 2 + reach;
        const QPointF away = centre(index) - pixel;
        if (std::abs(away.x()) <= reached && std::abs(away.y()) <= reached && std::hypot(away.x(), away.y()) <= reached
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
    if (!m_content)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_scene.viewports.bounds());
    const bool raster = painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster;
    if (raster && m_scene.order.size() > maxVectorMarks)
        paintMany(*painter, widget != nullptr);
    else
        paintVectors(*painter);

    for (const std::size_t index : m_selected)
        paintSelected(*painter, index, m_style->selectedPen());
    m_texts.paintFused(*painter, m_scene);
    if (m_focus && isShown(*m_focus))
        paintDropLine(*painter, m_scene, *m_focus);
    if (m_hovered && isShown(*m_hovered)) {
        if (m_hovered != m_focus)
            paintDropLine(*painter, m_scene, *m_hovered);
        paintSelected(*painter, *m_hovered, m_style->hoveredPen());
    }
    painter->restore();
}

void MarkLayer::paintSelected(QPainter &painter, std::size_t mark, const QPen &pen) const
{
    if (!isShown(mark))
        return;
    paintEarlier(painter, m_scene, mark);
    paintFusedInterval(painter, m_scene, mark);
    paintSpread(painter, m_scene, mark);
    painter.setClipRect(boundingRect());
    paintOutline(painter, m_scene, mark, pen);
    painter.setClipRect(m_scene.viewports.bounds());
}

void MarkLayer::paintVectors(QPainter &painter)
{
    if (m_showsFused) {
        for (const std::size_t index : m_scene.order) {
            if (isShown(index))
                paintFusedInterval(painter, m_scene, index);
        }
    }
    painter.setClipRect(boundingRect());
    for (const std::size_t index : m_scene.order) {
        if (!isShown(index))
            continue;
        if (!m_scene.detailsOf(index).equal.empty())
            paintSpread(painter, m_scene, index);
        paintMark(painter, m_scene, index, m_style->markerPen(m_scene.colors[index]));
    }
    painter.setClipRect(m_scene.viewports.bounds());
    m_texts.paintCounts(painter, m_scene);
}

void MarkLayer::paintMany(QPainter &painter, bool isOnScreen)
{
    const BackgroundPicture::Subject subject { stamps(), m_scene.viewports, painter.device()->devicePixelRatioF() };
    QImage whole = m_whole->pictureOf(subject);
    if (whole.isNull() && !isOnScreen)
        whole = wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio);
    if (!whole.isNull()) {
        painter.drawImage(m_scene.viewports.bounds().topLeft(), whole);
        return;
    }
    if (!m_stampPainter || m_stampPainter->devicePixelRatio() != subject.devicePixelRatio)
        m_stampPainter = std::make_unique<StampPainter>(*subject.stamps, subject.devicePixelRatio);
    const Detail detail = detailFor(subject.stamps->places(), m_scene.viewports, maxMovingStamps);
    m_stampPainter->paint(painter, m_scene.viewports, detail.places);
    if (!detail.isWhole)
        m_whole->want(subject);
}

void MarkLayer::finish(double devicePixelRatio)
{
    if (m_scene.order.size() > maxVectorMarks)
        m_whole->finish({ stamps(), m_scene.viewports, devicePixelRatio });
}

} // namespace ridgepoint
