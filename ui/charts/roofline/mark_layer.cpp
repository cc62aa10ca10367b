// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_layer.h"

#include "core/report/format/format.h"
#include "ui/charts/roofline/background_picture.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ridgepoint {

namespace {

/// More marks than that are drawn from stamps: a hundred times faster.
constexpr std::size_t maxVectorMarks = 3000;
/// Counts keep clear of so many marks; among more there is no free place.
constexpr std::size_t maxAvoidedMarks = 500;
/// As many stamps are drawn while the chart moves: a frame of 16 ms has room for twice as many.
constexpr std::size_t maxMovingStamps = 2500;
constexpr double outlineGap = 7; // between a mark and the arrow that points to it, for its outline
constexpr double arrowLength = 7;
constexpr double reach = 4; // pixels around a mark that still hit it

double distanceBetween(QPointF a, QPointF b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

QString countText(std::size_t count)
{
    return QStringLiteral("×%1").arg(count);
}

} // namespace

MarkLayer::MarkLayer(QGraphicsItem *parent)
    : ChartLayer(parent)
    , m_whole(std::make_unique<BackgroundPicture>())
{
    QObject::connect(m_whole.get(), &BackgroundPicture::ready, m_whole.get(), [this] { update(); });
}

MarkLayer::~MarkLayer() = default;

const RooflinePoint &MarkLayer::pointOfMark(std::size_t index) const
{
    return m_content->points[mark(index).point];
}

QRectF MarkLayer::areaOf(std::size_t index) const
{
    return mark(index).onStrip ? m_viewports.strip.area : m_viewport.area;
}

QRectF MarkLayer::boundingRect() const
{
    return m_viewports.bounds();
}

void MarkLayer::setContent(const RooflineContent *content, const ChartStyle *style)
{
    ChartLayer::setContent(content, style);
    m_colors.clear();
    for (const Mark &placed : content->marks)
        m_colors.push_back(style->familyColor(content->points[placed.point].family));
    m_visible.assign(content->marks.size(), true);
    m_selected.clear();
    m_hovered.reset();
    m_focus.reset();
    m_fusedPlace.reset();
    m_places = placesOf(content->marks);
    sortBySize();
    dropStamps();
}

void MarkLayer::setViewports(const Viewport &plane, const Viewport &strip)
{
    setViewport(plane);
    m_viewports = { plane, strip };
}

void MarkLayer::setColors(std::vector<QColor> colors)
{
    m_colors = std::move(colors);
    dropStamps();
}

void MarkLayer::setShowsFused(bool shows)
{
    m_showsFused = shows;
    update();
}

void MarkLayer::setFused(std::optional<QPointF> place, const QString &text)
{
    m_fusedPlace = place;
    m_fusedText = text;
    update();
}

void MarkLayer::paintFusedPlace(QPainter &painter) const
{
    if (!m_fusedPlace)
        return;
    const QPointF place = m_viewport.toPixel(*m_fusedPlace);
    if (!m_viewport.area.contains(place))
        return;
    constexpr double diameter = 16;
    painter.setPen(QPen(m_style->accent(), 2));
    painter.setBrush(m_style->ground());
    painter.drawPath(ChartStyle::markerPath(MarkerShape::Star, diameter).translated(place));
    painter.setFont(m_style->strongFont());
    const QFontMetricsF metrics(painter.font());
    QRectF box(0, 0, metrics.horizontalAdvance(m_fusedText) + 8, metrics.height() + 2);
    // On the left: percentages of roofs stand on the right of their lines.
    box.moveTopRight(place + QPointF(-diameter / 2 - 4, diameter / 2));
    if (box.left() < m_viewport.area.left())
        box.moveLeft(place.x() + diameter / 2 + 4);
    if (box.bottom() > m_viewport.area.bottom())
        box.moveBottom(place.y() - diameter / 2);
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(m_style->accent());
    painter.drawText(box, Qt::AlignCenter, m_fusedText);
}

void MarkLayer::setVisible(std::vector<bool> visible)
{
    m_visible = std::move(visible);
    dropStamps();
}

void MarkLayer::setHighlights(std::vector<bool> selected, std::optional<std::size_t> hovered,
                              std::optional<std::size_t> focus)
{
    m_selected.clear();
    std::ranges::copy_if(m_order, std::back_inserter(m_selected),
                         [&selected](std::size_t index) { return selected[index]; });
    m_hovered = hovered;
    m_focus = focus;
    update();
}

void MarkLayer::sortBySize()
{
    m_order.resize(m_content->marks.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t { 0 });
    std::stable_sort(m_order.begin(), m_order.end(),
                     [this](std::size_t a, std::size_t b) { return mark(a).diameter > mark(b).diameter; });
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
        m_stamps = std::make_shared<const MarkStamps>(*m_content, m_places, m_colors, m_visible, m_order, *m_style);
    return m_stamps;
}

bool MarkLayer::isShown(std::size_t index) const
{
    return m_visible[index] && m_viewports.shows(m_places[index]);
}

std::vector<std::size_t> MarkLayer::marksAt(QPointF pixel) const
{
    std::vector<std::size_t> found;
    for (auto it = m_order.rbegin(); it != m_order.rend(); ++it) {
        const std::size_t index = *it;
        const double reached = mark(index).diameter / 2 + reach;
        const QPointF away = centre(index) - pixel;
        if (std::abs(away.x()) <= reached && std::abs(away.y()) <= reached && std::hypot(away.x(), away.y()) <= reached
            && isShown(index))
            found.push_back(index);
    }
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
        return distanceBetween(centre(a), pixel) < distanceBetween(centre(b), pixel) - 0.01;
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
    painter->setClipRect(boundingRect());
    const bool raster = painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster;
    if (raster && m_order.size() > maxVectorMarks)
        paintMany(*painter, widget != nullptr);
    else
        paintVectors(*painter);

    for (const std::size_t index : m_selected) {
        if (!isShown(index))
            continue;
        paintEarlier(*painter, index);
        paintFused(*painter, index);
        paintSpread(*painter, index);
        paintOutline(*painter, index, m_style->selectedPen());
    }
    paintFusedPlace(*painter);
    if (m_focus && isShown(*m_focus))
        paintDropLine(*painter, *m_focus);
    if (m_hovered && isShown(*m_hovered)) {
        if (m_hovered != m_focus)
            paintDropLine(*painter, *m_hovered);
        paintEarlier(*painter, *m_hovered);
        paintFused(*painter, *m_hovered);
        paintSpread(*painter, *m_hovered);
        paintOutline(*painter, *m_hovered, m_style->hoveredPen());
    }
    painter->restore();
}

void MarkLayer::paintVectors(QPainter &painter) const
{
    if (m_showsFused) {
        for (const std::size_t index : m_order) {
            if (isShown(index))
                paintFused(painter, index);
        }
    }
    for (const std::size_t index : m_order) {
        if (!isShown(index))
            continue;
        if (!m_content->details[mark(index).point].equal.empty())
            paintSpread(painter, index);
        paintMark(painter, index, m_style->markerPen(m_colors[index]));
    }
    paintCounts(painter);
}

/// Right of the mark, else left of it; above its middle, else below. Nothing where no such place is free.
std::optional<QRectF> MarkLayer::countBox(std::size_t index, const QList<QRectF> &taken) const
{
    const QFontMetricsF metrics(m_style->smallFont());
    const QString text = countText(m_content->details[mark(index).point].equal.size());
    const double radius = mark(index).diameter / 2;
    const QSizeF size(metrics.horizontalAdvance(text) + 1, metrics.height());
    const QPointF middle = centre(index);
    for (const double left : { middle.x() + radius + 2, middle.x() - radius - 2 - size.width() }) {
        for (const double top : { middle.y() - radius * 0.6 - metrics.ascent(), middle.y() + radius * 0.6 - 2 }) {
            const QRectF box(QPointF(left, top), size);
            const auto isCovered = [&box](const QRectF &other) { return other.intersects(box); };
            if (areaOf(index).contains(box) && std::ranges::none_of(taken, isCovered))
                return box;
        }
    }
    return std::nullopt;
}

/// Largest marks first.
std::vector<MarkLayer::Count> MarkLayer::counts() const
{
    std::vector<Count> placed;
    if (!m_content || m_order.size() > maxVectorMarks)
        return placed;
    const auto isFolded = [this](std::size_t index) { return m_content->details[mark(index).point].equal.size() > 1; };
    if (std::ranges::none_of(m_order, isFolded))
        return placed;
    QList<QRectF> taken;
    const bool avoidsMarks = m_order.size() <= maxAvoidedMarks;
    for (const std::size_t index : m_order) {
        if (!avoidsMarks || !isShown(index))
            continue;
        const double radius = mark(index).diameter / 2 - 1; // a count may touch the outline
        taken << QRectF(centre(index) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    }
    for (const std::size_t index : m_order) {
        const auto box = isFolded(index) && isShown(index) ? countBox(index, taken) : std::nullopt;
        if (!box)
            continue;
        taken << *box;
        placed.push_back({ index, *box });
    }
    return placed;
}

QList<QRectF> MarkLayer::countBoxes() const
{
    QList<QRectF> boxes;
    for (const Count &count : counts())
        boxes << count.box;
    return boxes;
}

void MarkLayer::paintCounts(QPainter &painter) const
{
    painter.setFont(m_style->smallFont());
    painter.setPen(m_style->text());
    for (const Count &count : counts())
        painter.drawText(count.box, Qt::AlignLeft | Qt::AlignVCenter,
                         countText(m_content->details[mark(count.mark).point].equal.size()));
}

void MarkLayer::paintFused(QPainter &painter, std::size_t index) const
{
    const std::optional<double> &fused = pointOfMark(index).fusedIntensity;
    const Mark &placed = mark(index);
    constexpr double leastDecades = 0.02; // less cannot be seen
    if (placed.onStrip || placed.grounded || !isPositive(fused)
        || std::log10(*fused) + placed.shift.x() - placed.x < leastDecades)
        return;
    const QPointF end = m_viewport.toPixel({ std::log10(*fused) + placed.shift.x(), placed.y });
    painter.setPen(QPen(m_colors[index], 1.6));
    painter.drawLine(centre(index), end);
    painter.drawLine(end - QPointF(0, 4), end + QPointF(0, 4));
}

void MarkLayer::paintMark(QPainter &painter, std::size_t index, const QPen &pen) const
{
    const RooflinePoint &point = pointOfMark(index);
    const QPainterPath path =
        ChartStyle::markerPath(ChartStyle::markerShape(point.family), mark(index).diameter).translated(centre(index));
    painter.setPen(point.verdict.aboveRoof ? QPen(m_style->warning(), 2) : pen);
    painter.setBrush(mark(index).timed ? ChartStyle::markerBrush(m_colors[index]) : QBrush(m_style->ground()));
    painter.drawPath(path);
    if (point.verdict.aboveRoof) {
        painter.setFont(m_style->strongFont());
        painter.drawText(centre(index) + QPointF(mark(index).diameter * 0.4, -mark(index).diameter * 0.4),
                         QStringLiteral("!"));
    }
}

void MarkLayer::paintMany(QPainter &painter, bool isOnScreen)
{
    const BackgroundPicture::Subject subject { stamps(), m_viewports, painter.device()->devicePixelRatioF() };
    QImage whole = m_whole->pictureOf(subject);
    if (whole.isNull() && !isOnScreen)
        whole = wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio);
    if (!whole.isNull()) {
        painter.drawImage(boundingRect().topLeft(), whole);
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
    if (m_order.size() > maxVectorMarks)
        m_whole->finish({ stamps(), m_viewports, devicePixelRatio });
}

void MarkLayer::paintOutline(QPainter &painter, std::size_t index, const QPen &pen) const
{
    paintMark(painter, index, m_style->markerPen(m_colors[index]));
    const MarkerShape shape = ChartStyle::markerShape(pointOfMark(index).family);
    painter.setBrush(Qt::NoBrush);
    // A ring of the ground between mark and outline keeps both readable on any neighbour.
    painter.setPen(QPen(m_style->ground(), pen.widthF() + 2));
    painter.drawPath(ChartStyle::markerPath(shape, mark(index).diameter + 7).translated(centre(index)));
    painter.setPen(pen);
    painter.drawPath(ChartStyle::markerPath(shape, mark(index).diameter + 8).translated(centre(index)));
}

void MarkLayer::paintSpread(QPainter &painter, std::size_t index) const
{
    const Mark &placed = mark(index);
    const MarkDetails &details = m_content->details[placed.point];
    const std::optional<double> &timeNs = pointOfMark(index).timeNs;
    // The time of a folded point is that of all: each of them takes its part.
    const auto count = static_cast<double>(std::max<std::size_t>(1, details.equal.size()));
    const std::optional<double> fastestNs = count > 1 ? details.fastestNs : details.p10Ns;
    const std::optional<double> slowestNs = count > 1 ? details.slowestNs : details.p90Ns;
    if (!placed.timed || placed.grounded || !timeNs || !fastestNs || !slowestNs || !(*fastestNs > 0))
        return;
    const bool across = placed.onStrip; // bandwidth runs from left to right there
    const auto offset = [&](double runNs) {
        const double decades = std::log10(*timeNs / count / runNs);
        const QPointF moved = across ? m_viewports.strip.toPixel({ placed.x + decades, 0 })
                                     : m_viewport.toPixel({ 0, placed.y + decades });
        return across ? QPointF(moved.x(), centre(index).y()) : QPointF(centre(index).x(), moved.y());
    };
    const QPointF fast = offset(*fastestNs);
    const QPointF slow = offset(*slowestNs);
    const QPointF cap = across ? QPointF(0, 5) : QPointF(5, 0);
    const QRectF area = areaOf(index);
    const auto inside = [&area](QPointF place) {
        return QPointF(std::clamp(place.x(), area.left(), area.right()),
                       std::clamp(place.y(), area.top(), area.bottom()));
    };
    painter.setPen(QPen(m_style->text(), 1.6));
    painter.drawLine(inside(fast), inside(slow));
    for (const QPointF &end : { fast, slow }) {
        if (area.contains(end)) // else it goes on beyond the plot
            painter.drawLine(end - cap, end + cap);
    }
}

void MarkLayer::paintDropLine(QPainter &painter, std::size_t index) const
{
    const Verdict &verdict = pointOfMark(index).verdict;
    if (mark(index).onStrip || !mark(index).timed || !verdict.attainableFlopPerSecond
        || !(*verdict.attainableFlopPerSecond > 0))
        return;
    const QPointF roof =
        m_viewport.toPixel({ mark(index).x, std::log10(*verdict.attainableFlopPerSecond) + mark(index).shift.y() });
    QPen pen(m_style->text(), 1.2);
    pen.setDashPattern({ 3, 3 });
    painter.setPen(pen);
    painter.drawLine(centre(index), roof);
    painter.setPen(QPen(m_style->text(), 1.6));
    painter.drawLine(roof - QPointF(6, 0), roof + QPointF(6, 0));
    if (!verdict.roofFraction)
        return;
    const QString text = QString::fromStdString(formatPercent(*verdict.roofFraction));
    painter.setFont(m_style->strongFont());
    const QFontMetricsF metrics(painter.font());
    QRectF box = metrics.boundingRect(text).adjusted(-4, -1, 4, 1);
    const double middle = std::clamp((centre(index).y() + roof.y()) / 2, m_viewport.area.top() + box.height(),
                                     m_viewport.area.bottom() - box.height());
    // On the side where the card is not.
    const bool isLeft = roof.x() < m_viewport.area.center().x() && roof.x() - box.width() - 5 > m_viewport.area.left();
    box.moveCenter({ roof.x() + (isLeft ? -1 : 1) * (box.width() / 2 + 5), middle });
    if (box.right() > m_viewport.area.right())
        box.moveRight(roof.x() - 5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_style->ground());
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(m_style->text());
    painter.drawText(box, Qt::AlignCenter, text);
}

void MarkLayer::paintEarlier(QPainter &painter, std::size_t index) const
{
    if (index >= m_content->earlier.size() || !m_content->earlier[index])
        return;
    const Mark &earlier = *m_content->earlier[index];
    QPointF from = m_viewport.toPixel({ earlier.x, earlier.y });
    if (earlier.onStrip)
        from = { m_viewports.strip.toPixel({ earlier.x, 0 }).x(), centre(index).y() };
    const OperatorFamily family = pointOfMark(index).family;
    QPen outline(m_style->mutedText(), 1.4);
    outline.setDashPattern({ 2, 2 });
    painter.setPen(outline);
    painter.setBrush(m_style->ground());
    painter.drawPath(ChartStyle::markerPath(ChartStyle::markerShape(family), earlier.diameter).translated(from));

    QLineF way(from, centre(index));
    const double taken = earlier.diameter / 2 + mark(index).diameter / 2 + outlineGap;
    if (way.length() < taken + arrowLength)
        return;
    const QPointF step = (way.p2() - way.p1()) / way.length();
    way.setP1(way.p1() + step * earlier.diameter / 2);
    way.setP2(way.p2() - step * (mark(index).diameter / 2 + outlineGap));
    painter.setPen(QPen(m_style->text(), 1.2));
    painter.drawLine(way);
    const QPointF across(-step.y(), step.x());
    const QPointF base = way.p2() - step * arrowLength;
    painter.setBrush(m_style->text());
    painter.drawPolygon(QPolygonF { way.p2(), base + across * arrowLength / 2, base - across * arrowLength / 2 });
}

} // namespace ridgepoint
