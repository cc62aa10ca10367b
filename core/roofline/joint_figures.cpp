// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/joint_figures.h"

#include "core/roofline/session_judgement.h"

namespace rooflight {

namespace {

/// Finds what is inside of another one of some items.
class Nesting
{
public:
    Nesting(const Analysis &analysis, const std::set<ItemId> &items)
        : m_analysis(analysis)
        , m_covered(analysis.layers.size())
    {
        // Parents precede their children.
        for (std::size_t i = 0; i < m_covered.size(); ++i)
            m_covered[i] = isCovered(analysis.layers[i].parent, i) || items.contains(layerItem(i));
    }

    [[nodiscard]] bool isInside(ItemId item) const
    {
        const auto index = static_cast<std::size_t>(item.id);
        if (item.kind == ItemId::Kind::Layer)
            return isCovered(m_analysis.layers[index].parent, index);
        return isCovered(m_analysis.operators[index].layer, m_covered.size());
    }

private:
    static ItemId layerItem(std::size_t index) { return { ItemId::Kind::Layer, static_cast<std::int64_t>(index) }; }

    /// \p count layers are looked at.
    [[nodiscard]] bool isCovered(std::int64_t layer, std::size_t count) const
    {
        return exists(layer, count) && m_covered[static_cast<std::size_t>(layer)];
    }

    const Analysis &m_analysis;
    std::vector<bool> m_covered; ///< the layer is one of the items, or inside of one
};

bool isPart(const Analysis &analysis, ItemId item)
{
    return exists(item.id, item.kind == ItemId::Kind::Layer ? analysis.layers.size() : analysis.operators.size());
}

void add(std::optional<double> &sum, const std::optional<double> &part)
{
    sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
}

} // namespace

JointFigures jointFigures(const JudgedSession &judged, const std::set<ItemId> &items)
{
    const Session &session = judged.session();
    JointFigures joint;
    if (!session.analysis)
        return joint;
    const Nesting nesting(*session.analysis, items);
    for (const ItemId item : items) {
        if (isPart(*session.analysis, item) && !nesting.isInside(item))
            joint.items.push_back(item);
    }
    if (joint.items.empty())
        return joint;
    joint.timeNs = joint.timeShare = joint.timeAtRoofNs = joint.timeToGainNs = 0;
    std::int64_t flops = 0;
    for (const RooflinePoint &point : judged.points().of(joint.items)) {
        flops += point.flops;
        joint.cost += point.cost;
        joint.known = joint.known && point.known;
        add(joint.timeNs, point.timeNs);
        add(joint.timeShare, point.timeShare);
        add(joint.timeAtRoofNs, point.timeAtRoofNs);
        add(joint.timeToGainNs, point.timeToGainNs);
    }
    const std::int64_t bytes = joint.cost.bytes();
    if (bytes > 0 && (joint.known || flops > 0))
        joint.intensity = static_cast<double>(flops) / static_cast<double>(bytes);
    return joint;
}

} // namespace rooflight
