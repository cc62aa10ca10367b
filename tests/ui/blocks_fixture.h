// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

namespace rooflight::fixture {

/// Layers 0 "Net", 1 "blocks.0", 2 "blocks.0.fc", 3 "blocks.0.act", 4 to 6 and 7 to 9 the same for blocks.1 and
/// blocks.2, 10 "head". The three fc take 12, 14 and 16 us, each act 6 us, the head 50 us: 110 us. The roofs are 1
/// TFLOP/s and 100 GB/s, nothing takes time to launch: fc (10 MFLOP, 100 kB) is compute-bound with 10 us at its roof,
/// act (1 kFLOP, 500 kB) bandwidth-bound with 5 us, head (2 MFLOP, 4 MB) bandwidth-bound with 40 us.
[[nodiscard]] inline Session threeBlocks()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.path = "/models/blocks.pt";
    LayerLatencies &latencies = session.layers.emplace();
    const auto addTime = [&](ItemId item, double timeNs) {
        ItemLatency latency;
        latency.item = item;
        latency.selfMedianNs = timeNs;
        latency.samples.summary.count = 9;
        latency.samples.summary.medianNs = timeNs;
        latencies.items.push_back(latency);
    };
    const auto add = [&](std::int64_t parent, const std::string &path, const char *type, const Cost &cost,
                         double timeNs) {
        Layer layer;
        layer.id = std::int64_t(analysis.layers.size());
        layer.parent = parent;
        layer.path = path;
        layer.type = type;
        layer.dtype = DType::Float32;
        layer.family = timeNs > 10'000 ? OperatorFamily::Matrix : OperatorFamily::Activation;
        layer.cost = cost;
        layer.operators = 1;
        analysis.layers.push_back(layer);
        if (timeNs > 0)
            addTime({ ItemId::Kind::Layer, layer.id }, timeNs);
        if (parent >= 0)
            analysis.layers[std::size_t(parent)].leaf = false;
        return layer.id;
    };
    const Cost product { 5'000'000, 10'000'000, 60'000, 40'000 };
    const Cost activation { 0, 1'000, 250'000, 250'000 };
    add(-1, "", "Net", {}, 0);
    for (int i = 0; i < 3; ++i) {
        const std::string path = "blocks." + std::to_string(i);
        const std::int64_t block = add(0, path, "Block", {}, 0);
        add(block, path + ".fc", "Linear", product, 12'000.0 + 2'000 * i);
        add(block, path + ".act", "GELU", activation, 6'000);
    }
    add(0, "head", "Linear", { 1'000'000, 2'000'000, 3'000'000, 1'000'000 }, 50'000);
    latencies.instrumentedModel.summary.count = 9;
    latencies.instrumentedModel.summary.medianNs = 110'000;

    DeviceRoofs &peaks = session.peaks.emplace();
    Roof compute;
    compute.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    compute.name = "FP32";
    compute.value = 1e12;
    compute.clockHz = 2e9;
    Roof memory;
    memory.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
    memory.name = "DRAM";
    memory.value = 100e9;
    peaks.roofs = { compute, memory };
    return session;
}

/// Adds to each layer that takes time an operator of the same work and time.
inline void addOperators(Session &session)
{
    Analysis &analysis = session.analysis.edit();
    for (ItemLatency latency : std::vector(session.layers->items)) {
        const Layer &layer = analysis.layers[std::size_t(latency.item.id)];
        Operator op;
        op.id = std::int64_t(analysis.operators.size());
        op.layer = layer.id;
        op.name = "aten::op";
        op.known = true;
        op.family = layer.family;
        op.dtype = layer.dtype;
        op.cost = layer.cost;
        analysis.operators.push_back(op);
        latency.item = { ItemId::Kind::Operator, op.id };
        session.layers.edit().items.push_back(latency);
    }
}

} // namespace rooflight::fixture
