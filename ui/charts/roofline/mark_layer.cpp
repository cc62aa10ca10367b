// SPDX-FileCopyrightText: 2026 The Rooflight authors
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

} // namespace rooflight
