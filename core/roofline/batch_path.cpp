// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/batch_path.h"

#include "core/roofline/session_judgement.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace rooflight {

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
