// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/size_paths.h"

#include "core/base/clock.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace rooflight {

namespace {

DType dtypeOf(const BatchSweep &sweep, const std::vector<DType> &dtypes, std::size_t layer)
{
    if (layer < dtypes.size() && dtypes[layer] != DType::Unknown)
        return dtypes[layer];
    switch (sweep.execution.precision) {
    case ModelPrecision::Float16:
        return DType::Float16;
    case ModelPrecision::BFloat16:
        return DType::BFloat16;
    case ModelPrecision::Float32:
    case ModelPrecision::AsLoaded:
        break;
    }
    return DType::Float32;
}

void subtract(Cost &cost, const Cost &part)
{
    const auto less = [](std::int64_t &amount, std::int64_t other) {
        amount = std::max<std::int64_t>(0, amount - other);
    };
    less(cost.macs, part.macs);
    less(cost.flops, part.flops);
    less(cost.bytesRead, part.bytesRead);
    less(cost.bytesWritten, part.bytesWritten);
}

void add(SizeStep &step, const SizeStep &below)
{
    step.flops += below.flops;
    step.bytes += below.bytes;
    step.atRoofNs += below.atRoofNs;
    step.atComputeRoofNs += below.atComputeRoofNs;
}

std::vector<DType> dtypesOf(const Session &session)
{
    std::vector<DType> dtypes;
    const bool isSameModel = session.analysis && session.analysis->layers.size() == session.sweep->layers.size();
    for (std::size_t i = 0; isSameModel && i < session.analysis->layers.size(); ++i)
        dtypes.push_back(session.analysis->layers[i].dtype);
    return dtypes;
}

/// False only if both are known.
bool mayBeEqual(const std::string &one, const std::string &other)
{
    return one.empty() || other.empty() || one == other;
}

bool areOf(const DeviceRoofs &roofs, const Device &device)
{
    return !roofs.theoretical && mayBeEqual(roofs.device.kind, device.kind)
        && mayBeEqual(roofs.device.name, device.name) && mayBeEqual(roofs.device.uuid, device.uuid);
}

/// The layers of one point of a sweep, judged.
class JudgedSize
{
public:
    JudgedSize(const BatchSweep &sweep, const RoofJudge &judge, const std::vector<DType> &dtypes)
        : m_sweep(sweep)
        , m_judge(judge)
        , m_dtypes(dtypes)
    {
    }

    /// One a layer; without layers one for the model.
    [[nodiscard]] std::vector<SizeStep> stepsAt(std::size_t size) const
    {
        const SizePoint &point = m_sweep.sizes[size];
        std::vector<Cost> own(std::max<std::size_t>(1, m_sweep.layers.size()));
        std::vector<SizeStep> steps(own.size());
        for (const LayerAtSize &layer : point.layers) {
            const auto index = static_cast<std::size_t>(layer.id);
            own[index] = layer.cost;
            if (layer.medianNs > 0)
                steps[index].timeNs = layer.medianNs;
        }
        if (point.layers.empty()) {
            own.assign(1, point.cost);
            steps.resize(1);
        }
        for (const LayerAtSize &layer : point.layers) {
            const std::int64_t parent = m_sweep.layers[static_cast<std::size_t>(layer.id)].parent;
            if (parent >= 0)
                subtract(own[static_cast<std::size_t>(parent)], layer.cost);
        }
        // Parents precede their children.
        for (std::size_t i = own.size(); i-- > 0;) {
            add(steps[i], judged(own[i], i));
            steps[i].size = size;
            const std::int64_t parent = own.size() > 1 ? m_sweep.layers[i].parent : -1;
            if (parent >= 0)
                add(steps[static_cast<std::size_t>(parent)], steps[i]);
        }
        if (point.measured && point.samples.summary.medianNs > 0)
            steps.front().timeNs = point.samples.summary.medianNs;
        return steps;
    }

private:
    [[nodiscard]] SizeStep judged(const Cost &cost, std::size_t layer) const
    {
        SizeStep step;
        step.flops = cost.flops;
        step.bytes = cost.bytes();
        constexpr std::int64_t fromMemory = std::numeric_limits<std::int64_t>::max();
        const bool isLeaf = layer < m_sweep.layers.size() && m_sweep.layers[layer].leaf;
        Demand demand;
        demand.flops = cost.flops;
        demand.traffic = { { cost.bytesRead, fromMemory, false, false },
                           { cost.bytesWritten, fromMemory, false, true } };
        demand.family = isLeaf ? m_sweep.layers[layer].family
            : cost.macs > 0    ? OperatorFamily::Matrix
                               : OperatorFamily::Elementwise;
        demand.dtype = dtypeOf(m_sweep, m_dtypes, layer);
        if (step.flops == 0 && step.bytes == 0)
            return step;
        const RoofTimes times = m_judge.timesOf(demand, std::nullopt);
        step.atRoofNs = times.workNs();
        if (times.arithmeticNs >= times.memoryNs)
            step.atComputeRoofNs = times.arithmeticNs;
        return step;
    }

    const BatchSweep &m_sweep;
    const RoofJudge &m_judge;
    const std::vector<DType> &m_dtypes;
};

} // namespace

std::optional<double> SizeStep::intensity() const
{
    return flops > 0 && bytes > 0 ? std::optional(static_cast<double>(flops) / static_cast<double>(bytes))
                                  : std::nullopt;
}

std::optional<double> SizeStep::roofFraction() const
{
    return timeNs && atRoofNs > 0 ? std::optional(atRoofNs / *timeNs) : std::nullopt;
}

std::optional<double> SizeStep::flopPerSecond() const
{
    const double ns = timeNs.value_or(atRoofNs);
    return flops > 0 && ns > 0 ? std::optional(static_cast<double>(flops) / ns * nsPerSecond) : std::nullopt;
}

std::vector<SizePath> sizePaths(const BatchSweep &sweep, const DeviceRoofs &roofs, const std::vector<DType> &dtypes)
{
    const auto hasNoLayers = [](const SizePoint &point) { return point.cost != Cost() && point.layers.empty(); };
    const bool onlyModel = sweep.layers.empty() || std::ranges::any_of(sweep.sizes, hasNoLayers);
    std::vector<SizePath> paths(onlyModel ? 1 : sweep.layers.size());
    for (std::size_t i = 0; i < paths.size(); ++i)
        paths[i].layer = static_cast<std::int64_t>(i);
    const RoofJudge judge(roofs);
    const JudgedSize judged(sweep, judge, dtypes);
    for (std::size_t size = 0; size < sweep.sizes.size(); ++size) {
        if (sweep.sizes[size].cost == Cost())
            continue;
        const std::vector<SizeStep> steps = judged.stepsAt(size);
        for (std::size_t i = 0; i < paths.size(); ++i)
            paths[i].steps.push_back(steps[i]);
    }
    return paths;
}

std::vector<SizePath> sizePaths(const Session &session)
{
    if (!session.sweep || session.sweep->axes.empty() || !session.peaks)
        return {};
    std::vector<SizePath> paths = sizePaths(*session.sweep, *session.peaks, dtypesOf(session));
    if (areOf(*session.peaks, session.sweep->device))
        return paths;
    for (SizePath &path : paths) {
        for (SizeStep &step : path.steps)
            step.timeNs.reset();
    }
    return paths;
}

std::int64_t sizeOn(const BatchSweep &sweep, std::size_t axis, const SizePoint &point)
{
    const auto size =
        std::ranges::find(point.sizes, sweep.axes[axis].name, &std::pair<std::string, std::int64_t>::first);
    return size == point.sizes.end() ? 0 : size->second;
}

std::vector<RidgeCrossing> ridgeCrossings(const BatchSweep &sweep, const SizePath &path, std::size_t axis)
{
    std::map<std::int64_t, std::map<std::int64_t, bool>> lines; // by the size on the other axis
    for (const SizeStep &step : path.steps) {
        const SizePoint &point = sweep.sizes[step.size];
        const std::int64_t other = sweep.axes.size() > 1 ? sizeOn(sweep, 1 - axis, point) : 0;
        if (step.atRoofNs > 0)
            lines[other][sizeOn(sweep, axis, point)] = step.isComputeBound();
    }
    std::vector<RidgeCrossing> crossings;
    for (const auto &[other, line] : lines) {
        for (auto before = line.begin(); before != line.end(); ++before) {
            const auto after = std::next(before);
            if (after == line.end() || after->second == before->second)
                continue;
            crossings.push_back({ path.layer, axis, before->first, after->first,
                                  sweep.axes.size() > 1 ? std::optional(other) : std::nullopt, after->second });
        }
    }
    return crossings;
}

std::vector<std::vector<std::size_t>> alikePaths(const BatchSweep &sweep, const std::vector<SizePath> &paths)
{
    using Work = std::tuple<std::size_t, std::int64_t, std::int64_t>;
    std::map<std::pair<std::string, std::vector<Work>>, std::size_t> groupOf;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        std::vector<Work> works;
        for (const SizeStep &step : paths[i].steps)
            works.emplace_back(step.size, step.flops, step.bytes);
        const auto layer = static_cast<std::size_t>(paths[i].layer);
        const std::string type = layer < sweep.layers.size() ? sweep.layers[layer].type : std::string();
        const auto [group, isNew] = groupOf.emplace(std::pair(type, std::move(works)), groups.size());
        if (isNew)
            groups.emplace_back();
        groups[group->second].push_back(i);
    }
    return groups;
}

namespace {

/// A session of one item alone, below a model that does nothing else: layer 1, or operator 0.
Session onlyItem(const Session &session, ItemId item)
{
    Session only;
    only.thresholds = session.thresholds;
    only.peaks = session.peaks;
    if (session.layers) {
        LayerLatencies &layers = only.layers.emplace();
        layers.device = session.layers->device;
        layers.tf32 = session.layers->tf32;
    }
    const Analysis &all = *session.analysis;
    Analysis &analysis = only.analysis.emplace();
    analysis.model = all.model;
    analysis.device = all.device;
    analysis.inputs = all.inputs;
    if (session.latency) {
        ModelLatency &latency = only.latency.emplace();
        latency.batch = session.latency->batch;
        latency.batchSource = session.latency->batchSource;
    }
    const bool isLayer = item.kind == ItemId::Kind::Layer;
    analysis.layers.emplace_back().leaf = false;
    std::vector<std::int64_t> ids(all.layers.size(), -1);
    for (const Layer &layer : all.layers) {
        const bool isRoot = isLayer && layer.id == item.id;
        const bool isBelow = hasParent(layer, all.layers.size()) && ids[static_cast<std::size_t>(layer.parent)] >= 0;
        if (!isRoot && !isBelow)
            continue;
        Layer copy = layer;
        copy.id = static_cast<std::int64_t>(analysis.layers.size());
        copy.parent = isRoot ? 0 : ids[static_cast<std::size_t>(layer.parent)];
        ids[static_cast<std::size_t>(layer.id)] = copy.id;
        analysis.layers.push_back(std::move(copy));
    }
    std::vector<std::int64_t> positions(all.operators.size(), -1);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Operator &op = all.operators[i];
        const std::int64_t layer = exists(op.layer, ids.size()) ? ids[static_cast<std::size_t>(op.layer)] : -1;
        if (isLayer ? layer < 0 : op.id != item.id)
            continue;
        positions[i] = static_cast<std::int64_t>(analysis.operators.size());
        Operator &copy = analysis.operators.emplace_back(op);
        copy.id = positions[i];
        copy.layer = std::max<std::int64_t>(0, layer);
        copy.sources.clear();
        for (const std::int64_t source : op.sources) {
            if (exists(source, i) && positions[static_cast<std::size_t>(source)] >= 0)
                copy.sources.push_back(positions[static_cast<std::size_t>(source)]);
        }
    }
    return only;
}

} // namespace

ItemAtBatches::ItemAtBatches(const Session &session, ItemId item, WhatIf change)
    : m_session(session.analysis ? onlyItem(session, item) : Session())
    , m_item { item.kind, item.kind == ItemId::Kind::Layer ? 1 : 0 }
    , m_change(std::move(change))
    , m_observedBatch(observedBatch(session))
{
}

std::vector<BatchPlace> ItemAtBatches::path(const std::vector<double> &batches) const
{
    std::vector<BatchPlace> path;
    if (!m_session.analysis)
        return path;
    for (const double batch : batches) {
        const RooflinePoint point = pointAt(batch);
        const double intensity = point.arithmeticIntensity.value_or(0);
        const double flopPerSecond = drawnAtRoof(point, m_session).value_or(0);
        if (intensity > 0 && flopPerSecond > 0)
            path.push_back({ batch, intensity, flopPerSecond, point.verdict.bound, point.timeAtRoofNs.value_or(0) });
    }
    return path;
}

std::optional<BatchTurn> ItemAtBatches::turn(const std::vector<BatchPlace> &path) const
{
    if (!m_session.analysis || path.empty())
        return std::nullopt;
    const Bound first = path.front().bound;
    const auto isOther = [first](const BatchPlace &place) { return place.bound != first; };
    auto turn = std::ranges::find(path, Bound::Compute, &BatchPlace::bound);
    if (turn == path.end() || turn == path.begin())
        turn = std::ranges::find_if(path, isOther);
    if (turn == path.end())
        return std::nullopt;
    const auto observed = static_cast<double>(m_observedBatch);
    std::int64_t before = std::llround(std::prev(turn)->batch * observed);
    std::int64_t from = std::llround(turn->batch * observed);
    while (from - before > 1) {
        const std::int64_t middle = before + (from - before) / 2;
        const Bound bound = pointAt(static_cast<double>(middle) / observed).verdict.bound;
        (bound == turn->bound ? from : before) = middle;
    }
    return BatchTurn { std::prev(turn)->bound, turn->bound, from };
}

RooflinePoint ItemAtBatches::pointAt(double batch) const
{
    WhatIf step = m_change;
    step.batch = batch;
    return SessionPoints(sessionIf(m_session, step)).at(m_item);
}

} // namespace rooflight
