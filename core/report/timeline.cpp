// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/exports.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace rooflight {

namespace {

constexpr double tailPercent = 99;
constexpr double longestNs = 1e13; ///< three hours: the sum over a million operators is still a whole number

/// What an item is made of, and how long it takes.
struct Node {
    std::int64_t firstOperator = std::numeric_limits<std::int64_t>::max(); ///< of its whole subtree
    std::vector<ItemId> content; ///< in the order of execution
    std::optional<std::int64_t> measuredNs;
    std::int64_t durationNs = 0;
    std::int64_t startNs = 0;
};

class Layout
{
public:
    Layout(const Analysis &analysis, const LayerLatencies &latencies, TimelineRun run)
        : m_analysis(analysis)
        , m_layers(analysis.layers.size())
        , m_operators(analysis.operators.size())
    {
        takeTimes(latencies, run);
        takeContent();
        addUp();
        place();
    }

    [[nodiscard]] Timeline timeline() const
    {
        Timeline timeline;
        std::vector<ItemId> open { { ItemId::Kind::Layer, 0 } };
        while (!open.empty()) {
            const ItemId item = open.back();
            open.pop_back();
            const Node &node = nodeOf(item);
            if (!node.measuredNs && node.durationNs == 0)
                continue;
            timeline.slices.push_back({ item, node.startNs, node.durationNs });
            open.insert(open.end(), node.content.rbegin(), node.content.rend());
        }
        return timeline;
    }

private:
    [[nodiscard]] std::vector<Node> &nodes(ItemId::Kind kind)
    {
        return kind == ItemId::Kind::Layer ? m_layers : m_operators;
    }
    [[nodiscard]] Node &nodeOf(ItemId item) { return nodes(item.kind)[static_cast<std::size_t>(item.id)]; }
    [[nodiscard]] const Node &nodeOf(ItemId item) const
    {
        const std::vector<Node> &all = item.kind == ItemId::Kind::Layer ? m_layers : m_operators;
        return all[static_cast<std::size_t>(item.id)];
    }

    void takeTimes(const LayerLatencies &latencies, TimelineRun run)
    {
        for (const ItemLatency &latency : latencies.items) {
            const std::optional<double> ns = durationIn(latency.samples.summary, run);
            if (ns && exists(latency.item.id, nodes(latency.item.kind).size()))
                nodeOf(latency.item).measuredNs = wholeNs(*ns);
        }
    }

    void takeContent()
    {
        for (const Operator &op : m_analysis.operators) {
            Node &layer = m_layers[static_cast<std::size_t>(op.layer)];
            layer.firstOperator = std::min(layer.firstOperator, op.id);
            layer.content.push_back({ ItemId::Kind::Operator, op.id });
        }
        for (auto layer = m_analysis.layers.rbegin(); layer != m_analysis.layers.rend(); ++layer) {
            if (layer->parent >= 0) {
                std::int64_t &first = m_layers[static_cast<std::size_t>(layer->parent)].firstOperator;
                first = std::min(first, m_layers[static_cast<std::size_t>(layer->id)].firstOperator);
            }
        }
        std::vector<std::vector<ItemId>> children(m_layers.size());
        for (const Layer &layer : m_analysis.layers) {
            if (layer.parent >= 0)
                children[static_cast<std::size_t>(layer.parent)].push_back({ ItemId::Kind::Layer, layer.id });
        }
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            m_layers[i].content = inOrder(m_layers[i].content, children[i]);
    }

    /// Both lists by the first operator of each element; a layer without operators follows the one before it.
    [[nodiscard]] std::vector<ItemId> inOrder(const std::vector<ItemId> &operators, const std::vector<ItemId> &layers)
    {
        std::vector<ItemId> all;
        auto next = operators.begin();
        for (const ItemId &layer : layers) {
            const std::int64_t first = nodeOf(layer).firstOperator;
            const bool empty = first == std::numeric_limits<std::int64_t>::max();
            for (; next != operators.end() && !empty && next->id < first; ++next)
                all.push_back(*next);
            all.push_back(layer);
        }
        all.insert(all.end(), next, operators.end());
        return all;
    }

    /// Children have higher ids than their parents.
    void addUp()
    {
        for (Node &op : m_operators)
            op.durationNs = op.measuredNs.value_or(0);
        for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer) {
            std::int64_t sum = 0;
            for (const ItemId &item : layer->content)
                sum += nodeOf(item).durationNs;
            layer->durationNs = std::max(sum, layer->measuredNs.value_or(0));
        }
    }

    void place()
    {
        for (const Node &layer : m_layers) {
            std::int64_t at = layer.startNs;
            for (const ItemId &item : layer.content) {
                nodeOf(item).startNs = at;
                at += nodeOf(item).durationNs;
            }
        }
    }

    const Analysis &m_analysis;
    std::vector<Node> m_layers;
    std::vector<Node> m_operators;
};

} // namespace

std::int64_t wholeNs(double ns)
{
    return std::isfinite(ns) ? std::llround(std::clamp(ns, 0.0, longestNs)) : 0;
}

std::optional<double> durationIn(const Summary &summary, TimelineRun run)
{
    if (summary.count <= 0)
        return std::nullopt;
    return run == TimelineRun::Median ? std::optional(summary.medianNs) : summary.percentile(tailPercent);
}

Timeline timelineOf(const Session &session, TimelineRun run)
{
    if (!session.analysis || !session.layers || session.analysis->layers.empty())
        return {};
    return Layout(*session.analysis, *session.layers, run).timeline();
}

} // namespace rooflight
