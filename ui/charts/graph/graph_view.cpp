// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/graph/graph_view.h"

#include "ui/models/selection.h"
#include "ui/style/chart_style.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QResizeEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

constexpr double wheelStep = 1.25; // a notch
constexpr double notch = 120; // of QWheelEvent
constexpr double smallestScale = 0.02;
constexpr double largestScale = 3;
constexpr double scaleForTexts = 0.45;
constexpr double readableScale = 0.85;
constexpr double scaleForOutlines = 0.12;
constexpr double stripe = 6;
constexpr double radius = 4;
constexpr double margin = 16;
constexpr double stackStep = 3; // of what lies beneath a folded node

/// "AdaptiveAv… · 106 µs": the type is shortened first.
QString shortened(const QString &note, const QFontMetrics &metrics, int width)
{
    const qsizetype typeEnd = note.indexOf(QStringLiteral(" · "));
    const QString numbers = typeEnd < 0 ? QString() : note.mid(typeEnd);
    const QString type = metrics.elidedText(note.chopped(numbers.size()), Qt::ElideRight,
                                            std::max(0, width - metrics.horizontalAdvance(numbers)));
    return metrics.elidedText(type + numbers, Qt::ElideRight, width);
}

} // namespace

GraphView::GraphView(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAutoFillBackground(false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(selection, &Selection::selectedChanged, this, &GraphView::follow);
    connect(selection, &Selection::hoveredChanged, this, &GraphView::follow);
}

QSizeF GraphView::nodeSize() const
{
    const QFontMetricsF metrics(font());
    return { std::ceil(metrics.averageCharWidth() * 30), std::ceil(metrics.height() * 2 + 12) };
}

QRectF GraphView::toPixels(const QRectF &area) const
{
    return { toPixel(area.topLeft()), area.size() * m_scale };
}

QRectF GraphView::boxOf(std::size_t node) const
{
    return toPixels(m_layout.nodes[node]);
}

void GraphView::setGraph(LayerGraph graph, std::vector<GraphLook> looks)
{
    // What is in focus stays where it is.
    const auto before = focusedNode();
    const QPointF place = before ? boxOf(*before).topLeft() : QPointF();
    m_graph = std::move(graph);
    m_looks = std::move(looks);
    m_layout = graphLayout(m_graph, nodeSize());
    m_hoveredNode.reset();
    follow();
    const auto after = focusedNode();
    if (m_isFitted)
        fit();
    else if (before && after)
        m_origin += place - boxOf(*after).topLeft();
    keepInSight();
    update();
}

void GraphView::setLooks(std::vector<GraphLook> looks)
{
    m_looks = std::move(looks);
    update();
}

/// The whole width, from the top; of a small graph all of it.
void GraphView::fit()
{
    m_isFitted = true;
    const QRectF &bounds = m_layout.bounds;
    if (bounds.isEmpty())
        return;
    const double wide = (width() - 2 * margin) / bounds.width();
    const double high = (height() - 2 * margin) / bounds.height();
    m_scale = std::clamp(std::min(wide, std::max(high, readableScale)), smallestScale, 1.0);
    m_origin = QPointF(width() / 2.0 - bounds.center().x() * m_scale, margin - bounds.top() * m_scale);
    update();
}

void GraphView::zoomBy(double factor, QPointF fixed)
{
    const double scale = std::clamp(m_scale * factor, smallestScale, largestScale);
    m_origin = fixed + (m_origin - fixed) * scale / m_scale;
    m_scale = scale;
    m_isFitted = false;
    keepInSight();
    update();
}

/// Some of the graph is always there.
void GraphView::keepInSight()
{
    const QRectF area = toPixels(m_layout.bounds);
    const double spareX = std::min(double(width()), area.width()) / 2;
    const double spareY = std::min(double(height()), area.height()) / 2;
    QPointF by;
    by.rx() = std::max(0.0, spareX - area.right()) - std::max(0.0, area.left() - (width() - spareX));
    by.ry() = std::max(0.0, spareY - area.bottom()) - std::max(0.0, area.top() - (height() - spareY));
    m_origin += by;
}

std::optional<std::size_t> GraphView::nodeAt(QPointF pixel) const
{
    for (std::size_t node = 0; node < m_layout.nodes.size(); ++node) {
        if (boxOf(node).contains(pixel))
            return node;
    }
    return std::nullopt;
}

void GraphView::follow()
{
    m_selectedNodes.clear();
    for (const ItemId item : m_selection->selected()) {
        if (const auto node = m_graph.nodeOf(item))
            m_selectedNodes.insert(*node);
    }
    m_hoveredNode = m_selection->hovered() ? m_graph.nodeOf(*m_selection->hovered()) : std::nullopt;
    if (const auto focus = focusedNode(); focus && !m_pressedAt && isVisible())
        bringIntoView(*focus);
    describe();
    update();
}

void GraphView::describe()
{
    const auto focus = focusedNode();
    QString text = tr("Layers shown: %1.").arg(m_graph.nodes.size());
    if (focus && *focus < m_looks.size())
        text.prepend(m_looks[*focus].label + QStringLiteral(", ") + m_looks[*focus].note + u'\n');
    setAccessibleDescription(text);
}

std::optional<std::size_t> GraphView::focusedNode() const
{
    const auto node = m_selection->focus() ? m_graph.nodeOf(*m_selection->focus()) : std::nullopt;
    return node && *node < m_layout.nodes.size() ? node : std::nullopt;
}

bool GraphView::isSelected(std::size_t node) const
{
    return m_selectedNodes.contains(node);
}

void GraphView::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.ground());
    const QRectF shown(rect());
    painter.setRenderHint(QPainter::Antialiasing, m_scale >= scaleForOutlines);
    paintEdges(painter, shown, style);
    m_paintedNodes = 0;
    for (std::size_t node = 0; node < m_layout.nodes.size(); ++node) {
        if (!boxOf(node).intersects(shown))
            continue;
        paintNode(painter, node, style);
        ++m_paintedNodes;
    }
    if (hasFocus()) {
        painter.setPen(QPen(style.accent(), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void GraphView::paintEdges(QPainter &painter, const QRectF &shown, const ChartStyle &style) const
{
    const bool isLarge = m_scale >= scaleForTexts;
    for (std::size_t index = 0; index < m_layout.edges.size(); ++index) {
        if (!toPixels(m_layout.edgeBounds[index].adjusted(-1, -1, 1, 1)).intersects(shown))
            continue;
        const GraphEdge &edge = m_graph.edges[index];
        const bool isNear = isSelected(edge.from) || isSelected(edge.to);
        painter.setPen(QPen(isNear ? style.accent() : style.border(), isNear ? 1.8 : 1.2));
        QPolygonF way;
        for (const QPointF &corner : m_layout.edges[index])
            way << toPixel(corner);
        painter.drawPolyline(way);
        if (!isLarge)
            continue;
        const QPointF tip = way.last();
        painter.setBrush(painter.pen().color());
        painter.drawPolygon(QPolygonF { tip, tip + QPointF(-3.5, -6), tip + QPointF(3.5, -6) });
    }
}

void GraphView::paintNode(QPainter &painter, std::size_t node, const ChartStyle &style) const
{
    const QRectF box = boxOf(node);
    const GraphLook &look = m_looks[node];
    if (m_scale < scaleForTexts) {
        painter.setPen(isSelected(node) ? QPen(style.accent(), 2) : QPen(Qt::NoPen));
        painter.setBrush(look.color);
        painter.drawRect(box);
        return;
    }
    const QPen outline = isSelected(node) ? style.selectedPen() : QPen(style.border(), 1);
    painter.setPen(outline);
    painter.setBrush(style.panel());
    for (int sheet = m_graph.nodes[node].items.size() > 1 ? 2 : 0; sheet > 0; --sheet)
        painter.drawRoundedRect(box.translated(sheet * stackStep, sheet * stackStep), radius, radius);
    painter.drawRoundedRect(box, radius, radius);
    if (m_hoveredNode == node) {
        painter.setPen(style.hoveredPen());
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), radius, radius);
    }
    QPainterPath inside;
    inside.addRoundedRect(box, radius, radius);
    painter.save();
    painter.setClipPath(inside, Qt::IntersectClip);
    painter.fillRect(QRectF(box.topLeft(), QSizeF(stripe * std::max(1.0, m_scale), box.height())), look.color);
    painter.restore();
    paintTexts(painter, node, box, style);
}

void GraphView::paintTexts(QPainter &painter, std::size_t node, const QRectF &box, const ChartStyle &style) const
{
    const GraphLook &look = m_looks[node];
    const auto scaled = [this](QFont font) {
        if (font.pixelSize() > 0)
            font.setPixelSize(std::max(1, qRound(font.pixelSize() * m_scale)));
        else
            font.setPointSizeF(std::max(1.0, font.pointSizeF() * m_scale));
        return font;
    };
    const QRectF inner = box.adjusted((stripe + 6) * m_scale, 4 * m_scale, -6 * m_scale, -4 * m_scale);
    const QRectF top(inner.topLeft(), QSizeF(inner.width(), inner.height() / 2));
    QString title = look.title;
    painter.setFont(scaled(style.strongFont()));
    const std::size_t count = m_graph.nodes[node].items.size();
    QString tail = count > 1 ? QStringLiteral(" ×%1").arg(count) : QString();
    if (m_graph.nodes[node].canOpen)
        tail += QStringLiteral(" ▸");
    const double tailWidth = painter.fontMetrics().horizontalAdvance(tail);
    title = painter.fontMetrics().elidedText(title, Qt::ElideMiddle, int(top.width() - tailWidth));
    painter.setPen(style.text());
    painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter, title + tail);
    painter.setFont(scaled(style.smallFont()));
    painter.setPen(style.mutedText());
    painter.drawText(top.translated(0, top.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     shortened(look.note, painter.fontMetrics(), int(top.width())));
}

void GraphView::select(std::size_t node, bool extend)
{
    m_selection->select(m_graph.nodes[node].items, extend);
}

void GraphView::activate(std::size_t node)
{
    const ItemId item = m_graph.nodes[node].item;
    if (m_graph.nodes[node].canOpen)
        Q_EMIT openRequested(item);
    else
        Q_EMIT itemActivated(item);
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressedAt = event->position();
    m_originAtPress = m_origin;
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_pressedAt) {
        const QPointF by = event->position() - *m_pressedAt;
        m_isPanning = m_isPanning || by.manhattanLength() >= QApplication::startDragDistance();
        if (!m_isPanning)
            return;
        setCursor(Qt::ClosedHandCursor);
        m_origin = m_originAtPress + by;
        m_isFitted = false;
        keepInSight();
        update();
        return;
    }
    const auto node = nodeAt(event->position());
    setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_selection->setHovered(node ? std::optional(m_graph.nodes[*node].item) : std::nullopt);
    setToolTip(
        node ? QStringLiteral("%1<br>%2").arg(m_looks[*node].label.toHtmlEscaped(), m_looks[*node].note.toHtmlEscaped())
             : QString());
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    const bool wasPanning = std::exchange(m_isPanning, false);
    setCursor(Qt::ArrowCursor);
    if (m_pressedAt && !wasPanning) {
        const bool extend = event->modifiers().testFlag(Qt::ControlModifier);
        if (const auto node = nodeAt(event->position()))
            select(*node, extend);
        else if (!extend)
            m_selection->clear();
    }
    m_pressedAt.reset();
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pressedAt.reset();
    if (const auto node = nodeAt(event->position()))
        activate(*node);
    else
        fit();
}

void GraphView::wheelEvent(QWheelEvent *event)
{
    zoomBy(std::pow(wheelStep, event->angleDelta().y() / notch), event->position());
    event->accept();
}

void GraphView::leaveEvent(QEvent *event)
{
    m_selection->setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_isFitted)
        return fit();
    // What is in the middle stays there.
    if (event->oldSize().isValid())
        m_origin += QPointF(width() - event->oldSize().width(), height() - event->oldSize().height()) / 2;
    keepInSight();
}

void GraphView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_layout = graphLayout(m_graph, nodeSize());
    update();
}

void GraphView::bringIntoView(std::size_t node)
{
    const QRectF box = boxOf(node);
    if (QRectF(rect()).contains(box))
        return;
    m_origin += QRectF(rect()).center() - box.center();
    m_isFitted = false;
}

void GraphView::walk(int step)
{
    if (m_graph.nodes.empty())
        return;
    const auto last = std::ptrdiff_t(m_graph.nodes.size()) - 1;
    const auto focus = focusedNode();
    const std::ptrdiff_t next = focus ? std::clamp<std::ptrdiff_t>(std::ptrdiff_t(*focus) + step, 0, last)
        : step > 0                    ? 0
                                      : last;
    bringIntoView(std::size_t(next));
    select(std::size_t(next), false);
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    const auto focus = focusedNode();
    const auto all = int(m_graph.nodes.size());
    const QPointF middle = QRectF(rect()).center();
    switch (event->key()) {
    case Qt::Key_Down:
        return walk(1);
    case Qt::Key_Up:
        return walk(-1);
    case Qt::Key_Home:
        return walk(-all);
    case Qt::Key_End:
        return walk(all);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(wheelStep, middle);
    case Qt::Key_Minus:
        return zoomBy(1 / wheelStep, middle);
    case Qt::Key_0:
        return fit();
    case Qt::Key_Escape:
        return m_selection->clear();
    case Qt::Key_Right:
        if (focus && m_graph.nodes[*focus].canOpen)
            Q_EMIT openRequested(m_graph.nodes[*focus].item);
        return;
    case Qt::Key_Left:
        if (focus)
            Q_EMIT closeRequested(m_graph.nodes[*focus].item);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (focus)
            activate(*focus);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace rooflight
