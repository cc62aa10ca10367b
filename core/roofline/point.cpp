// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/point.h"

#include "core/base/clock.h"
#include "core/roofline/item_times.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/session_judgement.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace rooflight {

namespace {

/// What all points of a session share, looked up once: a point then costs the same whatever the size of the model.
class PointMaker
{
public:
    /// The session has an analysis.
    explicit PointMaker(const Session &session);

    [[nodiscard]] RooflinePoint make(const Layer &layer, std::size_t index) const;
    [[nodiscard]] RooflinePoint make(const Operator &op, std::size_t index) const;

private:
    void findUnknownLayers();
    void findWorkingSets();
    void countNamesakes();
    [[nodiscard]] RooflinePoint unmeasured(const Layer &layer, std::size_t index) const;
    [[nodiscard]] RooflinePoint unmeasured(const Operator &op, std::size_t index) const;
    void addTime(RooflinePoint &point, const ItemTime &time) const;
    void addVerdict(RooflinePoint &point, const Verdict &verdict) const;

    const Analysis &m_analysis;
    ItemTimes m_times;
    SessionJudgement m_judgement;
    std::vector<bool> m_layerKnown; ///< all operators of the subtree have a formula
    std::vector<std::int64_t> m_layerWorkingSets; ///< the largest of the operators of the subtree
    std::vector<int> m_namesakesBefore; ///< operators of the same name in the same layer that ran before
};

PointMaker::PointMaker(const Session &session)
    : m_analysis(*session.analysis)
    , m_times(session)
    , m_judgement(session, m_times)
{
    findUnknownLayers();
    findWorkingSets();
    countNamesakes();
}

void PointMaker::findUnknownLayers()
{
    m_layerKnown.assign(m_analysis.layers.size(), true);
    for (const Operator &op : m_analysis.operators) {
        if (!op.known && exists(op.layer, m_layerKnown.size()))
            m_layerKnown[static_cast<std::size_t>(op.layer)] = false;
    }
    // Parents precede their children, so one pass from the end reaches every ancestor.
    for (std::size_t i = m_layerKnown.size(); i-- > 0;) {
        const std::int64_t parent = m_analysis.layers[i].parent;
        if (!m_layerKnown[i] && exists(parent, m_layerKnown.size()))
            m_layerKnown[static_cast<std::size_t>(parent)] = false;
    }
}

void PointMaker::findWorkingSets()
{
    m_layerWorkingSets.assign(m_analysis.layers.size(), 0);
    const auto raise = [this](std::int64_t layer, std::int64_t bytes) {
        if (exists(layer, m_layerWorkingSets.size())) {
            std::int64_t &largest = m_layerWorkingSets[static_cast<std::size_t>(layer)];
            largest = std::max(largest, bytes);
        }
    };
    for (const Operator &op : m_analysis.operators)
        raise(op.layer, op.workingSetBytes);
    // Parents precede their children.
    for (std::size_t i = m_layerWorkingSets.size(); i-- > 0;)
        raise(m_analysis.layers[i].parent, m_layerWorkingSets[i]);
}

void PointMaker::countNamesakes()
{
    std::map<std::pair<std::int64_t, std::string_view>, int> seen;
    m_namesakesBefore.reserve(m_analysis.operators.size());
    for (const Operator &op : m_analysis.operators)
        m_namesakesBefore.push_back(seen[{ op.layer, op.name }]++);
}

RooflinePoint PointMaker::unmeasured(const Layer &layer, std::size_t index) const
{
    RooflinePoint point;
    point.item = { ItemId::Kind::Layer, layer.id };
    point.label = layerName(layer);
    point.family = layer.family;
    point.dtype = layer.dtype;
    point.known = m_layerKnown[index];
    point.cost = layer.cost;
    point.workingSetBytes = m_layerWorkingSets[index];
    point.flops = m_judgement.sumsOf(index).flops;
    point.operators = layer.operators;
    if (layer.bytesLowerBound > 0 && (point.known || point.flops > 0))
        point.fusedIntensity = static_cast<double>(point.flops) / static_cast<double>(layer.bytesLowerBound);
    return point;
}

RooflinePoint PointMaker::unmeasured(const Operator &op, std::size_t index) const
{
    RooflinePoint point;
    point.item = { ItemId::Kind::Operator, op.id };
    if (exists(op.layer, m_analysis.layers.size())) {
        const std::string &path = m_analysis.layers[static_cast<std::size_t>(op.layer)].path;
        point.label = path.empty() ? op.name : path + ": " + op.name;
    }
    if (const int before = m_namesakesBefore[index]; before > 0)
        point.label += " #" + std::to_string(before + 1);
    point.family = op.family;
    point.dtype = op.dtype;
    point.known = op.known;
    point.cost = op.cost;
    point.flops = judgedFlops(op);
    point.operators = 1;
    point.workingSetBytes = op.workingSetBytes;
    return point;
}

RooflinePoint PointMaker::make(const Layer &layer, std::size_t index) const
{
    RooflinePoint point = unmeasured(layer, index);
    addTime(point, m_times.layers[index]);
    addVerdict(point, m_judgement.layerVerdict(index));
    return point;
}

RooflinePoint PointMaker::make(const Operator &op, std::size_t index) const
{
    RooflinePoint point = unmeasured(op, index);
    addTime(point, m_times.operators[index]);
    addVerdict(point, m_judgement.operatorVerdict(index));
    return point;
}

void PointMaker::addTime(RooflinePoint &point, const ItemTime &time) const
{
    const auto bytes = static_cast<double>(point.cost.bytes());
    const bool hasFlops = point.known || point.flops > 0;
    if (bytes > 0 && hasFlops)
        point.arithmeticIntensity = static_cast<double>(point.flops) / bytes;
    point.timeNs = time.ns;
    point.timeShare = time.share;
    point.instrumentedNs = time.instrumentedNs;
    point.kernelsNs = time.kernelsNs;
    point.betweenKernelsNs = time.betweenKernelsNs;
    if (!time.ns || *time.ns <= 0 || !m_judgement.ranHere())
        return;
    if (hasFlops)
        point.achievedFlopPerSecond = static_cast<double>(point.flops) / *time.ns * nsPerSecond;
    point.achievedBytePerSecond = bytes / *time.ns * nsPerSecond;
}

void PointMaker::addVerdict(RooflinePoint &point, const Verdict &verdict) const
{
    if (!m_judgement.hasRoofs())
        return;
    point.verdict = verdict;
    point.verdict.aboveRoofCauses = aboveRoofCauses(point, *m_judgement.peaks());
    point.timeAtRoofNs = verdict.timeAtRoofNs;
    const bool judged = verdict.bound != Bound::None || verdict.roof;
    if (judged && point.timeNs && point.timeAtRoofNs && m_judgement.ranHere())
        point.timeToGainNs = std::max(0.0, *point.timeNs - *point.timeAtRoofNs);
}

template<typename Parts> std::vector<RooflinePoint> madePoints(const PointMaker &maker, const Parts &parts)
{
    std::vector<RooflinePoint> points;
    points.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        points.push_back(maker.make(parts[i], i));
    return points;
}

/// Shares are means over runs: what is left of a layer's without those of the layers that it calls is its own.
void addSelfShares(const std::vector<Layer> &layers, std::vector<RooflinePoint> &points)
{
    for (RooflinePoint &point : points)
        point.selfTimeShare = point.timeShare;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!exists(layers[i].parent, points.size()) || !points[i].timeShare)
            continue;
        std::optional<double> &self = points[static_cast<std::size_t>(layers[i].parent)].selfTimeShare;
        if (self)
            *self -= *points[i].timeShare;
    }
}

} // namespace

std::vector<ItemId> chartItems(const Analysis &analysis)
{
    const bool oneLayer = analysis.layers.size() <= 1;
    std::vector<ItemId> items;
    for (const Layer &layer : analysis.layers) {
        if (layer.leaf && !oneLayer && layer.cost.bytes() > 0)
            items.push_back({ ItemId::Kind::Layer, layer.id });
    }
    for (const Operator &op : analysis.operators) {
        const bool besideLayers =
            exists(op.layer, analysis.layers.size()) && !analysis.layers[static_cast<std::size_t>(op.layer)].leaf;
        if ((besideLayers || oneLayer) && op.cost.bytes() > 0)
            items.push_back({ ItemId::Kind::Operator, op.id });
    }
    return items;
}

SessionPoints::SessionPoints(const Session &session)
{
    if (!session.analysis)
        return;
    const PointMaker maker(session);
    m_layers = madePoints(maker, session.analysis->layers);
    m_operators = madePoints(maker, session.analysis->operators);
    addSelfShares(session.analysis->layers, m_layers);
}

void SessionPoints::setFinding(ItemId item, ProvenFinding finding)
{
    std::vector<RooflinePoint> &points = item.kind == ItemId::Kind::Layer ? m_layers : m_operators;
    if (exists(item.id, points.size()))
        points[static_cast<std::size_t>(item.id)].finding = std::make_shared<const ProvenFinding>(std::move(finding));
}

const RooflinePoint &SessionPoints::at(ItemId item) const
{
    static const RooflinePoint none;
    const std::vector<RooflinePoint> &points = item.kind == ItemId::Kind::Layer ? m_layers : m_operators;
    return exists(item.id, points.size()) ? points[static_cast<std::size_t>(item.id)] : none;
}

std::vector<RooflinePoint> SessionPoints::of(const std::vector<ItemId> &items) const
{
    std::vector<RooflinePoint> points;
    points.reserve(items.size());
    for (const ItemId item : items)
        points.push_back(at(item));
    return points;
}

std::vector<const RooflinePoint *> SessionPoints::slowest(const std::vector<ItemId> &items) const
{
    std::vector<const RooflinePoint *> points;
    points.reserve(items.size());
    for (const ItemId item : items)
        points.push_back(&at(item));
    std::ranges::stable_sort(points, std::greater(), [](const RooflinePoint *point) {
        return point->timeNs ? *point->timeNs : point->timeAtRoofNs.value_or(0);
    });
    return points;
}

std::optional<double> drawnAtRoof(const RooflinePoint &point, std::span<const Roof> roofs)
{
    const std::optional<double> &attainable = point.verdict.attainableFlopPerSecond;
    const Roof *roof = roofAt(roofs, point.verdict.computeRoof);
    return attainable && roof ? std::optional(std::min(*attainable, roof->value)) : attainable;
}

std::optional<double> drawnAtRoof(const RooflinePoint &point, const Session &session)
{
    return drawnAtRoof(point, session.peaks ? std::span<const Roof>(session.peaks->roofs) : std::span<const Roof>());
}

} // namespace rooflight
