// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/layer_graph.h"

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

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

} // namespace rooflight
