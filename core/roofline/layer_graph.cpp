// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/layer_graph.h"

#include <algorithm>

namespace rooflight {

namespace {

class GraphMaker
{
public:
    GraphMaker(const Analysis &analysis, const std::set<std::int64_t> &open, const EqualItems &folded)
        : m_analysis(analysis)
        , m_folded(folded)
        , m_isOpen(analysis.layers.size())
        , m_whole(analysis.layers.size(), -1)
    {
        for (std::size_t i = 0; i < m_isOpen.size(); ++i) {
            const Layer &layer = analysis.layers[i];
            const bool above = layer.parent < 0 || m_isOpen[static_cast<std::size_t>(layer.parent)];
            m_isOpen[i] = above && !layer.leaf && (i == 0 || open.contains(firstOf(layer.id)));
            m_whole[i] = above ? layer.id : m_whole[static_cast<std::size_t>(layer.parent)];
        }
    }

    LayerGraph make()
    {
        m_graph.nodeOfLayer.resize(m_analysis.layers.size());
        m_graph.nodeOfOperator.resize(m_analysis.operators.size());
        for (const Operator &op : m_analysis.operators) {
            if (op.family != OperatorFamily::View)
                m_graph.nodeOfOperator[static_cast<std::size_t>(op.id)] = nodeFor(op);
        }
        addLayersWithoutOperators();
        for (const Layer &layer : m_analysis.layers) {
            const std::int64_t whole = m_whole[static_cast<std::size_t>(layer.id)];
            const auto &node = m_graph.nodeOfLayer[static_cast<std::size_t>(whole)];
            if (whole != layer.id && node)
                m_graph.nodeOfLayer[static_cast<std::size_t>(layer.id)] = node;
        }
        addEdges();
        return std::move(m_graph);
    }

private:
    [[nodiscard]] std::int64_t firstOf(std::int64_t layer) const
    {
        return m_folded.firstOf({ ItemId::Kind::Layer, layer }).id;
    }

    /// The node of an item or of the first that it equals; made if there is none.
    std::size_t nodeFor(ItemId item, bool canOpen)
    {
        const ItemId first = m_folded.firstOf(item);
        auto &nodes = first.kind == ItemId::Kind::Layer ? m_graph.nodeOfLayer : m_ownNodes;
        if (nodes.size() <= static_cast<std::size_t>(std::max(first.id, item.id)))
            nodes.resize(static_cast<std::size_t>(std::max(first.id, item.id)) + 1);
        auto &node = nodes[static_cast<std::size_t>(first.id)];
        if (!node) {
            node = m_graph.nodes.size();
            m_graph.nodes.push_back({ first, {}, canOpen });
        }
        std::vector<ItemId> &items = m_graph.nodes[*node].items;
        if (std::ranges::find(items, item) == items.end())
            items.push_back(item);
        const std::size_t index = *node;
        nodes[static_cast<std::size_t>(item.id)] = index;
        return index;
    }

    std::size_t nodeFor(const Operator &op)
    {
        const auto caller = static_cast<std::size_t>(op.layer);
        if (m_isOpen[caller])
            return nodeFor({ ItemId::Kind::Operator, op.id }, false);
        const std::int64_t whole = m_whole[caller];
        return nodeFor({ ItemId::Kind::Layer, whole }, !m_analysis.layers[static_cast<std::size_t>(whole)].leaf);
    }

    /// Of sessions that hold no operators: their leaves in the order of the file.
    void addLayersWithoutOperators()
    {
        if (!m_analysis.operators.empty())
            return;
        for (const Layer &layer : m_analysis.layers) {
            if (m_whole[static_cast<std::size_t>(layer.id)] == layer.id
                && !m_isOpen[static_cast<std::size_t>(layer.id)])
                nodeFor({ ItemId::Kind::Layer, layer.id }, !layer.leaf);
        }
    }

    void addEdges()
    {
        const auto hasSources = [](const Operator &op) { return !op.sources.empty(); };
        m_graph.followsData = std::ranges::any_of(m_analysis.operators, hasSources) || m_graph.nodes.size() < 2;
        if (!m_graph.followsData) {
            for (std::size_t node = 1; node < m_graph.nodes.size(); ++node)
                m_graph.edges.push_back({ node - 1, node });
            return;
        }
        for (const Operator &op : m_analysis.operators) {
            const auto &to = m_graph.nodeOfOperator[static_cast<std::size_t>(op.id)];
            for (const std::int64_t source : op.sources) {
                const auto &from = m_graph.nodeOfOperator[static_cast<std::size_t>(source)];
                if (from && to && *from < *to)
                    m_graph.edges.push_back({ *from, *to });
            }
        }
        std::ranges::sort(m_graph.edges);
        m_graph.edges.erase(std::unique(m_graph.edges.begin(), m_graph.edges.end()), m_graph.edges.end());
    }

    const Analysis &m_analysis;
    const EqualItems &m_folded;
    std::vector<bool> m_isOpen; ///< by layer
    std::vector<std::int64_t> m_whole; ///< by layer: itself, or the closed one that it is a part of
    std::vector<std::optional<std::size_t>> m_ownNodes; ///< by operator that is a node
    LayerGraph m_graph;
};

} // namespace

std::optional<std::size_t> LayerGraph::nodeOf(ItemId item) const
{
    const auto &nodes = item.kind == ItemId::Kind::Layer ? nodeOfLayer : nodeOfOperator;
    const auto id = static_cast<std::size_t>(item.id);
    return item.id >= 0 && id < nodes.size() ? nodes[id] : std::nullopt;
}

LayerGraph layerGraph(const Analysis &analysis, const std::set<std::int64_t> &open, const EqualItems &folded)
{
    return GraphMaker(analysis, open, folded).make();
}

} // namespace rooflight
