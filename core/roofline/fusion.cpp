// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/fusion.h"

#include "core/base/count.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace rooflight {

namespace {

/// Layers among the items and all below them, by id.
std::vector<bool> layersWithin(const Analysis &analysis, const std::set<ItemId> &items)
{
    std::vector<bool> within(analysis.layers.size());
    for (std::size_t i = 0; i < within.size(); ++i) {
        const std::int64_t parent = analysis.layers[i].parent;
        const bool inside =
            parent >= 0 && static_cast<std::size_t>(parent) < i && within[static_cast<std::size_t>(parent)];
        within[i] = inside || items.contains({ ItemId::Kind::Layer, static_cast<std::int64_t>(i) });
    }
    return within;
}

bool isWithin(const Operator &op, const std::vector<bool> &layers, const std::set<ItemId> &items)
{
    const auto layer = static_cast<std::size_t>(op.layer);
    const bool inLayer = op.layer >= 0 && layer < layers.size() && layers[layer];
    return inLayer || items.contains({ ItemId::Kind::Operator, op.id });
}

Count elementsOf(const Shape &shape)
{
    return std::accumulate(shape.begin(), shape.end(), Count(1), std::multiplies<>());
}

/// Elements of the results that an operator takes as inputs; from then on they have no other user.
Count takeElements(const Operator &op, std::map<Shape, std::int64_t> &results)
{
    Count taken = 0;
    for (const Shape &input : op.inputShapes) {
        const auto found = results.find(input);
        if (found == results.end())
            continue;
        taken += elementsOf(input);
        if (--found->second == 0)
            results.erase(found);
    }
    return taken;
}

/// Bytes of an element, from what an operator writes: element types of results are not recorded.
Count elementBytes(const Operator &op)
{
    Count elements = 0;
    for (const Shape &shape : op.outputShapes)
        elements += elementsOf(shape);
    return Count(op.cost.bytesWritten) / elements;
}

} // namespace

std::int64_t KeptResults::join(const Operator &op)
{
    const Count bytes = Count(2) * elementBytes(op) * takeElements(op, m_results); // written, and read again
    for (const Shape &output : op.outputShapes)
        ++m_results[output];
    return bytes.value();
}

void KeptResults::passBy(const Operator &op)
{
    takeElements(op, m_results);
}

std::optional<double> Fusion::intensity() const
{
    return bytes > 0 ? std::optional(static_cast<double>(flops) / static_cast<double>(bytes)) : std::nullopt;
}

std::optional<Fusion> fusionOf(const Session &session, const std::set<ItemId> &items)
{
    if (!session.analysis || !session.peaks)
        return std::nullopt;
    const RoofJudge judge(*session.peaks);
    const Tf32Use tf32 = tf32Of(session.layers);
    Fusion fusion;
    double arithmeticNs = 0;
    double memoryNs = 0;
    Count flops;
    Count bytesBefore;
    Count savedBytes;
    KeptResults results;
    const std::vector<bool> layers = layersWithin(*session.analysis, items);
    for (const Operator &op : session.analysis->operators) {
        if (op.family == OperatorFamily::View)
            continue;
        if (!isWithin(op, layers, items)) {
            results.passBy(op);
            continue;
        }
        const Demand demand = demandOf(op, tf32);
        const RoofTimes times = judge.timesOf(demand, std::nullopt);
        if (!op.known || !times.judged)
            return std::nullopt;
        ++fusion.operators;
        flops += demand.flops;
        bytesBefore += op.cost.bytes();
        fusion.atRoofBeforeNs += times.atRoofNs();
        arithmeticNs += times.arithmeticNs;
        memoryNs += times.memoryNs;
        savedBytes += results.join(op);
    }
    fusion.flops = flops.value();
    fusion.bytesBefore = bytesBefore.value();
    fusion.bytes = (bytesBefore - savedBytes).value();
    const double left =
        fusion.bytesBefore > 0 ? static_cast<double>(fusion.bytes) / static_cast<double>(fusion.bytesBefore) : 1;
    fusion.atRoofNs = std::max({ arithmeticNs, memoryNs * left, judge.launchOverheadNs() });
    return fusion;
}

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
