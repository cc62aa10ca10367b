// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/what_if.h"

#include "core/roofline/point.h"
#include "core/roofline/scaled_time.h"
#include "core/roofline/session_judgement.h"
#include "core/roofline/time_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rooflight {

namespace {

std::int64_t rounded(double value)
{
    constexpr double most = 9e18;
    return value >= most ? std::numeric_limits<std::int64_t>::max() : std::llround(value);
}

/// Changes the operators and layers of an analysis one by one.
class Changer
{
public:
    Changer(const Analysis &analysis, const WhatIf &change, std::int64_t batch)
        : m_change(change)
        , m_batch(std::max<std::int64_t>(1, batch))
        , m_constantBytes(static_cast<double>(analysis.model.parameterBytes + analysis.model.bufferBytes))
    {
    }

    void apply(Operator &op) const;
    void apply(Layer &layer) const;
    void apply(Shape &shape) const;

private:
    struct Factors {
        double work = 1;
        double size = 1; ///< of an element
    };

    [[nodiscard]] bool holdsBatch(const Shape &shape) const;
    [[nodiscard]] bool growsWithBatch(const Operator &op) const;
    /// Element type and its size over that before.
    double changeType(DType &dtype) const;
    void changeTraffic(Operator &op, const Factors &factors) const;

    const WhatIf &m_change;
    std::int64_t m_batch;
    double m_constantBytes;
};

bool Changer::holdsBatch(const Shape &shape) const
{
    return std::ranges::any_of(shape, [this](std::int64_t size) { return size > 0 && size % m_batch == 0; });
}

bool Changer::growsWithBatch(const Operator &op) const
{
    const auto reads = [](const MemoryReuse &part) { return !part.written; };
    const auto isConstant = [](const MemoryReuse &part) { return part.written || part.constant; };
    const bool readsOnlyConstants = op.family != OperatorFamily::Movement && std::ranges::any_of(op.reuse, reads)
        && std::ranges::all_of(op.reuse, isConstant);
    const std::vector<Shape> &shapes = op.outputShapes.empty() ? op.inputShapes : op.outputShapes;
    return !readsOnlyConstants && std::ranges::any_of(shapes, [this](const Shape &shape) { return holdsBatch(shape); });
}

double Changer::changeType(DType &dtype) const
{
    const bool isChanged =
        dtype == DType::Float64 || dtype == DType::Float32 || dtype == DType::Float16 || dtype == DType::BFloat16;
    if (!isChanged || m_change.precision == ModelPrecision::AsLoaded)
        return 1;
    const auto before = static_cast<double>(itemSize(dtype));
    dtype = dtypeOf(m_change.precision).value_or(dtype);
    return static_cast<double>(itemSize(dtype)) / before;
}

void Changer::changeTraffic(Operator &op, const Factors &factors) const
{
    const bool picks = op.family == OperatorFamily::Movement;
    double constantRead = 0;
    for (const MemoryReuse &part : op.reuse)
        constantRead += part.constant && !picks ? static_cast<double>(part.bytes) : 0;
    const auto grown = [&](std::int64_t bytes, double fixed) {
        const auto all = static_cast<double>(bytes);
        const double stays = std::min(all, fixed);
        return rounded((stays + (all - stays) * factors.work) * factors.size);
    };
    op.workingSetBytes = grown(op.workingSetBytes, constantRead);
    op.cost.bytesRead = grown(op.cost.bytesRead, constantRead);
    op.cost.bytesWritten = grown(op.cost.bytesWritten, 0);
    for (MemoryReuse &part : op.reuse) {
        const auto others = static_cast<double>(std::max<std::int64_t>(0, part.distanceBytes - part.bytes));
        part.distanceBytes =
            grown(part.distanceBytes, part.constant ? m_constantBytes : std::min(constantRead, others));
        part.bytes = grown(part.bytes, part.constant && !picks ? static_cast<double>(part.bytes) : 0);
    }
}

void Changer::apply(Operator &op) const
{
    Factors factors;
    factors.work = growsWithBatch(op) ? m_change.batch : 1;
    factors.size = changeType(op.dtype);
    for (std::int64_t *amount :
         { &op.work.macs, &op.work.biasAdds, &op.work.elementwise, &op.work.transcendental, &op.work.reduction,
           &op.work.comparison, &op.work.avoidableMacs, &op.cost.macs, &op.cost.flops })
        *amount = rounded(static_cast<double>(*amount) * factors.work);
    changeTraffic(op, factors);
    op.inputShapes.clear(); // which of them are weights is not recorded
    for (Shape &shape : op.outputShapes)
        apply(shape);
}

void Changer::apply(Shape &shape) const
{
    if (shape.empty() || shape.front() % m_batch != 0)
        return;
    shape.front() = rounded(static_cast<double>(shape.front()) * m_change.batch);
}

/// Its cost is added up from its operators; without any it is changed as one of them would be.
void Changer::apply(Layer &layer) const
{
    const auto elementBytes = static_cast<double>(itemSize(layer.dtype));
    const double parameters = static_cast<double>(layer.parameters) * elementBytes;
    const double size = changeType(layer.dtype);
    const auto grown = [&](std::int64_t bytes, double fixed) {
        const double stays = std::min(static_cast<double>(bytes), fixed);
        return rounded((stays + (static_cast<double>(bytes) - stays) * m_change.batch) * size);
    };
    layer.bytesLowerBound = grown(layer.bytesLowerBound, parameters);
    layer.cost.macs = rounded(static_cast<double>(layer.cost.macs) * m_change.batch);
    layer.cost.flops = rounded(static_cast<double>(layer.cost.flops) * m_change.batch);
    layer.cost.bytesRead = grown(layer.cost.bytesRead, parameters);
    layer.cost.bytesWritten = grown(layer.cost.bytesWritten, 0);
    for (std::vector<Shape> *shapes : { &layer.inputShapes, &layer.outputShapes }) {
        for (Shape &shape : *shapes)
            apply(shape);
    }
}

bool isParent(const Analysis &analysis, const Layer &layer)
{
    return exists(layer.parent, analysis.layers.size()) && layer.parent < layer.id;
}

/// Costs of layers that have operators, from these.
void addUpCosts(Analysis &analysis)
{
    std::vector<Cost> sums(analysis.layers.size());
    std::vector<bool> hasOperators(analysis.layers.size());
    for (const Operator &op : analysis.operators) {
        if (!exists(op.layer, sums.size()))
            continue;
        sums[static_cast<std::size_t>(op.layer)] += op.cost;
        hasOperators[static_cast<std::size_t>(op.layer)] = true;
    }
    for (std::size_t i = analysis.layers.size(); i-- > 0;) {
        Layer &layer = analysis.layers[i];
        if (hasOperators[i])
            layer.cost = sums[i];
        layer.bytesLowerBound = std::min(layer.bytesLowerBound, layer.cost.bytes());
        if (!isParent(analysis, layer) || !hasOperators[i])
            continue;
        sums[static_cast<std::size_t>(layer.parent)] += sums[i];
        hasOperators[static_cast<std::size_t>(layer.parent)] = true;
    }
}

/// The layer that each layer is a part of as one operator; itself where it is one, -1 for none.
std::vector<std::int64_t> fusedInto(const Analysis &analysis, FusionScope scope)
{
    std::vector<bool> onlyLeaves(analysis.layers.size(), true);
    for (const Layer &layer : analysis.layers) {
        if (!layer.leaf && isParent(analysis, layer))
            onlyLeaves[static_cast<std::size_t>(layer.parent)] = false;
    }
    std::vector<std::int64_t> into(analysis.layers.size(), -1);
    for (const Layer &layer : analysis.layers) {
        const auto index = static_cast<std::size_t>(layer.id);
        const bool isBlock = scope == FusionScope::Blocks && !layer.leaf && layer.parent >= 0 && onlyLeaves[index];
        const std::int64_t above = isParent(analysis, layer) ? into[static_cast<std::size_t>(layer.parent)] : -1;
        if (above >= 0)
            into[index] = above;
        else if (isBlock || layer.leaf)
            into[index] = layer.id;
    }
    return into;
}

void addWork(Operator &carrier, const Operator &part)
{
    carrier.work += part.work;
    carrier.cost += part.cost;
    carrier.known = carrier.known && part.known;
    carrier.workingSetBytes = std::max(carrier.workingSetBytes, part.workingSetBytes);
    carrier.reuse.insert(carrier.reuse.end(), part.reuse.begin(), part.reuse.end());
}

void scaleTraffic(Operator &op, double factor)
{
    const auto scaled = [factor](std::int64_t bytes) { return rounded(static_cast<double>(bytes) * factor); };
    op.cost.bytesRead = scaled(op.cost.bytesRead);
    op.cost.bytesWritten = scaled(op.cost.bytesWritten);
    for (MemoryReuse &part : op.reuse)
        part.bytes = scaled(part.bytes);
}

/// The operator with most work absorbs the layer; the others are zeroed.
void fuse(Analysis &analysis, FusionScope scope)
{
    const std::vector<std::int64_t> into = fusedInto(analysis, scope);
    std::vector<Operator *> carriers(analysis.layers.size(), nullptr);
    const auto carrierOf = [&](const Operator &op) -> Operator ** {
        const std::int64_t layer = exists(op.layer, into.size()) && op.family != OperatorFamily::View
            ? into[static_cast<std::size_t>(op.layer)]
            : -1;
        return layer < 0 ? nullptr : &carriers[static_cast<std::size_t>(layer)];
    };
    for (Operator &op : analysis.operators) {
        Operator **carrier = carrierOf(op);
        if (carrier && (!*carrier || (*carrier)->cost.flops < op.cost.flops))
            *carrier = &op;
    }
    for (Operator &op : analysis.operators) {
        Operator **carrier = carrierOf(op);
        if (!carrier || *carrier == &op)
            continue;
        addWork(**carrier, op);
        op.work = {};
        op.cost = {};
        op.reuse.clear();
        op.workingSetBytes = 0;
        op.family = OperatorFamily::View;
    }
    for (std::size_t i = 0; i < carriers.size(); ++i) {
        if (!carriers[i])
            continue;
        Layer &layer = analysis.layers[i];
        const std::int64_t bytes = carriers[i]->cost.bytes();
        if (layer.bytesLowerBound > 0 && layer.bytesLowerBound < bytes)
            scaleTraffic(*carriers[i], static_cast<double>(layer.bytesLowerBound) / static_cast<double>(bytes));
        carriers[i]->layer = layer.id;
        layer.leaf = true;
    }
    // What is inside of a fused block is no layer by itself any more.
    for (Layer &layer : analysis.layers) {
        const std::int64_t whole = into[static_cast<std::size_t>(layer.id)];
        if (whole >= 0 && whole != layer.id)
            layer.cost = {};
    }
}

/// Time of the parts that were timed, and what it would be by scaledTimeNs(): their ratio.
std::optional<double> growthOf(const SessionPoints &here, const std::vector<RooflinePoint> &after)
{
    double hereNs = 0;
    double thereNs = 0;
    for (const RooflinePoint &point : after) {
        const RooflinePoint &before = here.at(point.item); // empty for operators that only other sizes have
        const std::optional<double> scaled = scaledTimeNs(before, point);
        if (!scaled)
            continue;
        hereNs += *before.timeNs;
        thereNs += *scaled;
    }
    return hereNs > 0 ? std::optional(thereNs / hereNs) : std::nullopt;
}

} // namespace

std::int64_t observedBatch(const Session &session)
{
    if (session.latency && session.latency->batchSource != BatchSource::Unknown)
        return std::max<std::int64_t>(1, session.latency->batch);
    if (session.analysis && !session.analysis->inputs.empty()) {
        const Shape &shape = session.analysis->inputs.front().tensor.shape;
        return shape.empty() ? 1 : std::max<std::int64_t>(1, shape.front());
    }
    return 1;
}

Session sessionIf(const Session &session, const WhatIf &change)
{
    Session there;
    there.hello = session.hello;
    there.analysis = session.analysis;
    there.peaks = change.roofs ? change.roofs : session.peaks;
    if (change.roofs && session.peaks)
        addLaunchesOf(*session.peaks, there.peaks.edit());
    there.thresholds = session.thresholds;
    if (session.layers) {
        LayerLatencies &layers = there.layers.emplace();
        layers.device = session.layers->device;
        layers.tf32 = session.layers->tf32;
    }
    if (!there.analysis)
        return there;
    const Changer changer(*session.analysis, change, observedBatch(session));
    Analysis &analysis = there.analysis.edit();
    for (Operator &op : analysis.operators)
        changer.apply(op);
    for (Layer &layer : analysis.layers)
        changer.apply(layer);
    for (ModelInput &input : analysis.inputs)
        changer.apply(input.tensor.shape);
    addUpCosts(analysis);
    if (change.fusion != FusionScope::None) {
        fuse(analysis, change.fusion);
        addUpCosts(analysis);
    }
    return there;
}

Forecast forecastOf(const Session &session, const Session &there, const WhatIf &change)
{
    Forecast forecast;
    if (!session.analysis || session.analysis->layers.empty())
        return forecast;
    forecast.batchHere = observedBatch(session);
    forecast.batchThere = static_cast<double>(forecast.batchHere) * change.batch;
    forecast.hereNs = bareMedianNs(session);
    const ItemId model { ItemId::Kind::Layer, 0 };
    const SessionPoints pointsHere(session);
    const SessionPoints pointsThere(there);
    forecast.hereAtRoofNs = pointsHere.at(model).timeAtRoofNs;
    forecast.thereAtRoofNs = pointsThere.at(model).timeAtRoofNs;
    const bool isSameDevice = !change.roofs && (!session.peaks || !session.peaks->theoretical);
    const std::vector<RooflinePoint> after =
        there.analysis ? pointsThere.of(chartItems(*there.analysis)) : std::vector<RooflinePoint>();
    forecast.unjudged =
        std::ranges::count_if(after, [](const RooflinePoint &point) { return point.flops > 0 && !point.verdict.roof; });
    const std::optional<double> growth = isSameDevice ? growthOf(pointsHere, after) : std::nullopt;
    if (growth && forecast.hereNs)
        forecast.thereNs = std::max(*forecast.hereNs * *growth, forecast.thereAtRoofNs.value_or(0));
    return forecast;
}

} // namespace rooflight
