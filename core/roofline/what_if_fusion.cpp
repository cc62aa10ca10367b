// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/what_if.h"

#include "core/roofline/fusion.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rooflight {

namespace {

/// The layer that each layer is a part of as one operator; itself where it is one, -1 for none.
std::vector<std::int64_t> fusedInto(const Analysis &analysis, FusionScope scope)
{
    std::vector<bool> onlyLeaves(analysis.layers.size(), true);
    for (const Layer &layer : analysis.layers) {
        if (!layer.leaf && hasParent(layer, analysis.layers.size()))
            onlyLeaves[static_cast<std::size_t>(layer.parent)] = false;
    }
    std::vector<std::int64_t> into(analysis.layers.size(), -1);
    for (const Layer &layer : analysis.layers) {
        const auto index = static_cast<std::size_t>(layer.id);
        const bool isBlock = scope == FusionScope::Blocks && !layer.leaf && layer.parent >= 0 && onlyLeaves[index];
        const std::int64_t above =
            hasParent(layer, analysis.layers.size()) ? into[static_cast<std::size_t>(layer.parent)] : -1;
        if (above >= 0)
            into[index] = above;
        else if (isBlock || layer.leaf)
            into[index] = layer.id;
    }
    return into;
}

/// \p part does nothing any more.
void absorb(Operator &carrier, Operator &part)
{
    carrier.work += part.work;
    carrier.cost += part.cost;
    carrier.known = carrier.known && part.known;
    carrier.workingSetBytes = std::max(carrier.workingSetBytes, part.workingSetBytes);
    carrier.reuse.insert(carrier.reuse.end(), part.reuse.begin(), part.reuse.end());
    part.work = {};
    part.cost = {};
    part.reuse.clear();
    part.workingSetBytes = 0;
    part.family = OperatorFamily::View;
}

/// \p factor is at most 1.
void scaleTraffic(Operator &op, double factor)
{
    static constexpr double most = 9e18;
    const auto scaled = [factor](std::int64_t bytes) {
        return static_cast<std::int64_t>(std::llround(std::min(most, static_cast<double>(bytes) * factor)));
    };
    op.cost.bytesRead = scaled(op.cost.bytesRead);
    op.cost.bytesWritten = scaled(op.cost.bytesWritten);
    for (MemoryReuse &part : op.reuse)
        part.bytes = scaled(part.bytes);
}

bool isPointwise(const Operator &op)
{
    const bool isOfFamily = op.family == OperatorFamily::Activation || op.family == OperatorFamily::Elementwise
        || op.family == OperatorFamily::Normalization;
    return isOfFamily && op.known && op.work.reduction == 0 && !op.outputShapes.empty();
}

/// How many operators, views apart, read the result of each.
std::vector<std::int64_t> readersOf(const Analysis &analysis)
{
    std::vector<std::int64_t> readers(analysis.operators.size(), 0);
    for (const Operator &op : analysis.operators) {
        for (const std::int64_t source : op.family == OperatorFamily::View ? std::vector<std::int64_t>() : op.sources) {
            if (exists(source, readers.size()))
                ++readers[static_cast<std::size_t>(source)];
        }
    }
    return readers;
}

/// The last of the operators before it whose result a pointwise operator, the one at \p position, alone takes.
std::optional<std::size_t> producerOf(std::size_t position, const Analysis &analysis,
                                      const std::vector<std::int64_t> &readers)
{
    const Operator &op = analysis.operators[position];
    std::optional<std::size_t> last;
    for (const std::int64_t source : op.sources) { // ascending
        if (!exists(source, position))
            continue;
        const auto index = static_cast<std::size_t>(source);
        const Operator &producer = analysis.operators[index];
        const bool doesWork =
            producer.known && producer.family != OperatorFamily::View && producer.family != OperatorFamily::Other;
        const bool isOfShape =
            !producer.outputShapes.empty() && producer.outputShapes.front() == op.outputShapes.front();
        if (doesWork && isOfShape && readers[index] == 1)
            last = index;
    }
    return last;
}

} // namespace

PointwiseChains pointwiseChains(const Analysis &analysis)
{
    const std::vector<std::int64_t> readers = readersOf(analysis);
    const std::size_t count = analysis.operators.size();
    PointwiseChains chains { .carriers = std::vector<std::int64_t>(count), .left = std::vector<double>(count, 1) };
    std::vector<KeptResults> kept(count);
    std::vector<double> before(count, 0);
    std::vector<double> saved(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const Operator &op = analysis.operators[i];
        const std::optional<std::size_t> producer = isPointwise(op) ? producerOf(i, analysis, readers) : std::nullopt;
        chains.carriers[i] = producer ? chains.carriers[*producer] : static_cast<std::int64_t>(i);
        const auto carrier = static_cast<std::size_t>(chains.carriers[i]);
        before[carrier] += static_cast<double>(op.cost.bytes());
        saved[carrier] += static_cast<double>(kept[carrier].join(op));
    }
    for (std::size_t i = 0; i < count; ++i)
        chains.left[i] = before[i] > 0 ? std::max(0.0, 1 - saved[i] / before[i]) : 1;
    return chains;
}

void fuseChains(Analysis &analysis, const PointwiseChains &chains)
{
    for (std::size_t i = 0; i < chains.carriers.size(); ++i) {
        const auto carrier = static_cast<std::size_t>(chains.carriers[i]);
        if (carrier != i)
            absorb(analysis.operators[carrier], analysis.operators[i]);
    }
    for (std::size_t i = 0; i < chains.left.size(); ++i) {
        if (chains.left[i] < 1)
            scaleTraffic(analysis.operators[i], chains.left[i]);
    }
}

void fuseLayers(Analysis &analysis, FusionScope scope)
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
        absorb(**carrier, op);
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

} // namespace rooflight
