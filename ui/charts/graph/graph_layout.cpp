// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/graph/graph_view.h"

#include <algorithm>
#include <numeric>

namespace rooflight {

namespace {

constexpr double gapX = 24;
constexpr double gapY = 30;
constexpr double bendWidth = 14; // of an edge that passes a layer
constexpr int rounds = 4;
/// An edge over more layers passes beside all of them: a bend in each would cost more than it shows.
constexpr std::size_t maxBends = 24;

/// A node, or the place where an edge passes a layer.
struct Place {
    std::size_t layer = 0;
    double width = 0;
    double x = 0; ///< of its middle
    std::vector<std::size_t> above; ///< neighbours in the layer above
    std::vector<std::size_t> below;
};

class Layouter
{
public:
    Layouter(const LayerGraph &graph, const QSizeF &nodeSize)
        : m_graph(graph)
        , m_nodeSize(nodeSize)
    {
    }

    GraphLayout make()
    {
        if (m_graph.nodes.empty())
            return {};
        findLayers();
        connectPlaces();
        for (int round = 0; round < rounds; ++round)
            sortLayers(round % 2 == 0);
        placeInRows();
        for (int round = 0; round < 2 * rounds; ++round)
            straighten(round % 2 == 0);
        return result();
    }

private:
    /// The longest way from the start. Edges lead from smaller to larger nodes, so one pass is enough.
    void findLayers()
    {
        m_places.resize(m_graph.nodes.size());
        for (const GraphEdge &edge : m_graph.edges)
            m_places[edge.to].layer = std::max(m_places[edge.to].layer, m_places[edge.from].layer + 1);
        for (Place &place : m_places)
            place.width = m_nodeSize.width();
    }

    void connectPlaces()
    {
        m_bends.resize(m_graph.edges.size());
        for (std::size_t index = 0; index < m_graph.edges.size(); ++index) {
            const GraphEdge &edge = m_graph.edges[index];
            const std::size_t first = m_places[edge.from].layer + 1;
            const std::size_t last = m_places[edge.to].layer;
            if (last - first > maxBends)
                continue;
            std::size_t before = edge.from;
            for (std::size_t layer = first; layer < last; ++layer) {
                m_bends[index].push_back(m_places.size());
                m_places.push_back({ layer, bendWidth, 0, {}, {} });
                join(before, m_places.size() - 1);
                before = m_places.size() - 1;
            }
            join(before, edge.to);
        }
        for (std::size_t place = 0; place < m_places.size(); ++place) {
            if (m_layers.size() <= m_places[place].layer)
                m_layers.resize(m_places[place].layer + 1);
            m_layers[m_places[place].layer].push_back(place);
        }
        for (const std::vector<std::size_t> &layer : m_layers)
            number(layer);
    }

    void join(std::size_t above, std::size_t below)
    {
        m_places[above].below.push_back(below);
        m_places[below].above.push_back(above);
    }

    void number(const std::vector<std::size_t> &layer)
    {
        m_order.resize(m_places.size());
        for (std::size_t i = 0; i < layer.size(); ++i)
            m_order[layer[i]] = double(i);
    }

    [[nodiscard]] double medianOf(const std::vector<std::size_t> &neighbours, double own) const
    {
        if (neighbours.empty())
            return own;
        std::vector<double> places;
        places.reserve(neighbours.size());
        for (const std::size_t neighbour : neighbours)
            places.push_back(m_order[neighbour]);
        std::ranges::sort(places);
        const std::size_t middle = places.size() / 2;
        return places.size() % 2 == 1 ? places[middle] : (places[middle - 1] + places[middle]) / 2;
    }

    void sortLayers(bool down)
    {
        const std::size_t count = m_layers.size();
        for (std::size_t step = 0; step < count; ++step) {
            std::vector<std::size_t> &layer = m_layers[down ? step : count - 1 - step];
            std::vector<std::pair<double, std::size_t>> keys;
            keys.reserve(layer.size());
            for (const std::size_t place : layer)
                keys.emplace_back(medianOf(down ? m_places[place].above : m_places[place].below, m_order[place]),
                                  place);
            std::ranges::stable_sort(keys, {}, &std::pair<double, std::size_t>::first);
            for (std::size_t i = 0; i < layer.size(); ++i)
                layer[i] = keys[i].second;
            number(layer);
        }
    }

    /// Side by side, each layer around the middle.
    void placeInRows()
    {
        for (const std::vector<std::size_t> &layer : m_layers) {
            double width = -gapX;
            for (const std::size_t place : layer)
                width += m_places[place].width + gapX;
            double left = -width / 2;
            for (const std::size_t place : layer) {
                m_places[place].x = left + m_places[place].width / 2;
                left += m_places[place].width + gapX;
            }
        }
    }

    [[nodiscard]] double leastDistance(std::size_t left, std::size_t right) const
    {
        return (m_places[left].width + m_places[right].width) / 2 + gapX;
    }

    /// Towards the mean of the neighbours; who stands in the way is pushed, and the layer moved back by the mean of
    /// what that took.
    void straighten(bool down)
    {
        const std::size_t count = m_layers.size();
        for (std::size_t step = 0; step < count; ++step) {
            const std::vector<std::size_t> &layer = m_layers[down ? step : count - 1 - step];
            std::vector<double> wanted;
            wanted.reserve(layer.size());
            for (const std::size_t place : layer)
                wanted.push_back(meanOf(down ? m_places[place].above : m_places[place].below, m_places[place].x));
            std::vector<double> placed = wanted;
            for (std::size_t i = 1; i < layer.size(); ++i)
                placed[i] = std::max(placed[i], placed[i - 1] + leastDistance(layer[i - 1], layer[i]));
            double shift = 0;
            for (std::size_t i = 0; i < layer.size(); ++i)
                shift += (wanted[i] - placed[i]) / double(layer.size());
            for (std::size_t i = 0; i < layer.size(); ++i)
                m_places[layer[i]].x = placed[i] + shift;
        }
    }

    [[nodiscard]] double meanOf(const std::vector<std::size_t> &neighbours, double own) const
    {
        if (neighbours.empty())
            return own;
        const double sum = std::accumulate(neighbours.begin(), neighbours.end(), 0.0,
                                           [this](double all, std::size_t place) { return all + m_places[place].x; });
        return sum / double(neighbours.size());
    }

    [[nodiscard]] double topOf(std::size_t layer) const { return double(layer) * (m_nodeSize.height() + gapY); }

    [[nodiscard]] GraphLayout result() const
    {
        GraphLayout layout;
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node) {
            const Place &place = m_places[node];
            layout.nodes.emplace_back(QPointF(place.x - place.width / 2, topOf(place.layer)), m_nodeSize);
            layout.bounds = layout.bounds.united(layout.nodes.back());
        }
        double side = layout.bounds.right() + gapX;
        for (std::size_t index = 0; index < m_graph.edges.size(); ++index) {
            const GraphEdge &edge = m_graph.edges[index];
            const QRectF &from = layout.nodes[edge.from];
            const QRectF &to = layout.nodes[edge.to];
            QList<QPointF> way { QPointF(from.center().x(), from.bottom()) };
            for (const std::size_t bend : m_bends[index]) {
                const double top = topOf(m_places[bend].layer);
                way << QPointF(m_places[bend].x, top) << QPointF(m_places[bend].x, top + m_nodeSize.height());
            }
            if (m_bends[index].isEmpty() && to.top() - from.bottom() > gapY * 1.5) {
                way << QPointF(side, from.bottom() + gapY) << QPointF(side, to.top() - gapY);
                side += bendWidth / 2;
            }
            way << QPointF(to.center().x(), to.top());
            layout.edges.push_back(way);
            layout.edgeBounds.push_back(QPolygonF(way).boundingRect());
            layout.bounds = layout.bounds.united(layout.edgeBounds.back());
        }
        return layout;
    }

    const LayerGraph &m_graph;
    QSizeF m_nodeSize;
    std::vector<Place> m_places; ///< the nodes first
    std::vector<QList<std::size_t>> m_bends; ///< places, one list an edge
    std::vector<std::vector<std::size_t>> m_layers; ///< places from left to right
    std::vector<double> m_order; ///< by place: its position in its layer
};

} // namespace

GraphLayout graphLayout(const LayerGraph &graph, const QSizeF &nodeSize)
{
    return Layouter(graph, nodeSize).make();
}

} // namespace rooflight
