// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/roofline/layer_graph.h"

#include <QColor>
#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// Places of the nodes and ways of the edges of a graph, from top to bottom. All lengths are pixels at scale 1.
struct GraphLayout {
    std::vector<QRectF> nodes; ///< one a node
    std::vector<QList<QPointF>> edges; ///< one an edge: the corners of its way, two or more
    std::vector<QRectF> edgeBounds; ///< one an edge
    QRectF bounds;
};

/// A layered layout after Sugiyama, Tagawa and Toda (1981): every node one layer below the lowest of those before it;
/// in each layer by the median of its neighbours, some rounds down and up; x by the mean of its neighbours, as far as
/// the others of its layer let it. Edges over many layers run beside the others. Takes a time that grows with nodes and
/// edges, not with their product.
[[nodiscard]] GraphLayout graphLayout(const LayerGraph &graph, const QSizeF &nodeSize);

class ChartStyle;
class Selection;

/// What a node of the graph shows.
struct GraphLook {
    QString label; ///< whole name
    QString title; ///< as much of it as a node has room for
    QString note; ///< below the title
    QColor color;
};

/// The graph of a model: wheel zooms, dragging pans, clicks select, Enter or a double click opens. Paints only what is
/// in sight, without texts if they could not be read.
class GraphView : public QWidget
{
    Q_OBJECT

public:
    /// The selection must outlive the view.
    explicit GraphView(Selection *selection, QWidget *parent = nullptr);

    /// \p looks are one a node. The place that is in sight stays where it can.
    void setGraph(LayerGraph graph, std::vector<GraphLook> looks);
    void setLooks(std::vector<GraphLook> looks);
    [[nodiscard]] const LayerGraph &graph() const { return m_graph; }
    [[nodiscard]] std::optional<std::size_t> nodeAt(QPointF pixel) const;
    [[nodiscard]] QRectF boxOf(std::size_t node) const; ///< in pixels
    [[nodiscard]] int paintedNodes() const { return m_paintedNodes; } ///< the last time

    void zoomBy(double factor, QPointF fixed);
    void fit();
    [[nodiscard]] QSize sizeHint() const override { return { 380, 480 }; }
    [[nodiscard]] QSize minimumSizeHint() const override { return { 160, 120 }; }

Q_SIGNALS:
    /// The layer is to be shown as what is in it, or what the item is in as one.
    void openRequested(rooflight::ItemId item);
    void closeRequested(rooflight::ItemId item);
    /// Enter or a double click on what cannot be opened.
    void itemActivated(rooflight::ItemId item);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QSizeF nodeSize() const;
    [[nodiscard]] QPointF toPixel(QPointF place) const { return place * m_scale + m_origin; }
    [[nodiscard]] QRectF toPixels(const QRectF &area) const;
    void paintEdges(QPainter &painter, const QRectF &shown, const ChartStyle &style) const;
    void paintNode(QPainter &painter, std::size_t node, const ChartStyle &style) const;
    void paintTexts(QPainter &painter, std::size_t node, const QRectF &box, const ChartStyle &style) const;
    [[nodiscard]] std::optional<std::size_t> focusedNode() const;
    [[nodiscard]] bool isSelected(std::size_t node) const;
    void select(std::size_t node, bool extend);
    void activate(std::size_t node);
    void walk(int step);
    void bringIntoView(std::size_t node);
    void keepInSight();
    void follow();
    void describe();

    Selection *m_selection;
    LayerGraph m_graph;
    std::vector<GraphLook> m_looks;
    GraphLayout m_layout;
    double m_scale = 1;
    QPointF m_origin; ///< pixel of the layout's origin
    bool m_isFitted = true; ///< it was not moved yet
    std::optional<QPointF> m_pressedAt;
    QPointF m_originAtPress;
    bool m_isPanning = false;
    std::set<std::size_t> m_selectedNodes;
    std::optional<std::size_t> m_hoveredNode;
    int m_paintedNodes = 0;
};

} // namespace rooflight
