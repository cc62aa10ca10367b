// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"
#include "tests/core/roofline/item_ids.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rooflight::test {

inline Roof compute(Precision precision, ArithmeticUnit unit, double value)
{
    Roof roof;
    roof.limit = ComputeLimit { precision, unit };
    roof.value = value;
    roof.name = name(precision);
    return roof;
}

/// FP32 200 GFLOP/s, INT8 800 Gop/s by dot products, 40 GB/s, an operator takes 1.43 us to launch. Ridge 5 FLOP/B.
inline DeviceRoofs roofs()
{
    Roof memory;
    memory.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Triad };
    memory.value = 40e9;
    memory.name = "DRAM";
    Roof launch;
    launch.limit = LaunchLimit { LaunchPattern::Operator };
    launch.value = 1.43e-6;
    launch.name = "launch";
    DeviceRoofs roofs;
    roofs.device.kind = "cpu";
    roofs.roofs = { compute(Precision::Fp32, ArithmeticUnit::Vector, 200e9),
                    compute(Precision::Int8, ArithmeticUnit::Dot, 800e9), memory, launch };
    return roofs;
}

inline SampleSet samples(std::vector<double> nanoseconds)
{
    SampleSet set;
    set.samplesNs = std::move(nanoseconds);
    set.summary.count = static_cast<std::int64_t>(set.samplesNs.size());
    std::vector<double> sorted = set.samplesNs;
    std::ranges::sort(sorted);
    set.summary.medianNs = sorted[sorted.size() / 2];
    return set;
}

/// A model of layers below the root; each with its operators.
class SessionBuilder
{
public:
    SessionBuilder()
    {
        m_session.analysis.emplace();
        m_session.layers.emplace();
        m_session.layers.edit().device.kind = "cpu";
        m_session.peaks = roofs();
        addLayer(-1, "");
        m_session.analysis.edit().layers[0].leaf = false;
        m_session.analysis.edit().model.path = "/models/net.pt";
    }

    std::int64_t addLayer(std::int64_t parent, const std::string &path)
    {
        Layer layer;
        layer.id = static_cast<std::int64_t>(m_session.analysis->layers.size());
        layer.parent = parent;
        layer.path = path;
        layer.type = "Module";
        if (parent >= 0)
            m_session.analysis.edit().layers[static_cast<std::size_t>(parent)].leaf = false;
        m_session.analysis.edit().layers.push_back(layer);
        return layer.id;
    }

    std::int64_t addOperator(std::int64_t layer, OperatorFamily family, DType dtype, OperatorWork work,
                             std::int64_t bytes, std::optional<double> timeNs = {})
    {
        Operator op;
        op.id = static_cast<std::int64_t>(m_session.analysis->operators.size());
        op.layer = layer;
        op.name = "aten::op";
        op.known = true;
        op.family = family;
        op.dtype = dtype;
        op.work = work;
        op.cost.macs = work.macs;
        op.cost.flops = work.flops();
        op.cost.bytesRead = bytes;
        Analysis &analysis = m_session.analysis.edit();
        analysis.operators.push_back(op);
        analysis.layers[static_cast<std::size_t>(layer)].cost += op.cost;
        ++analysis.layers[static_cast<std::size_t>(layer)].operators;
        if (timeNs)
            time(operatorId(op.id), { *timeNs });
        return op.id;
    }

    void time(ItemId item, std::vector<double> nanoseconds)
    {
        ItemLatency latency;
        latency.item = item;
        latency.samples = samples(std::move(nanoseconds));
        m_session.layers.edit().items.push_back(latency);
    }

    /// A kernel that ran this long of what was timed last.
    void kernel(double nanoseconds) { kernel("kernel", nanoseconds); }
    void kernel(std::string name, double nanoseconds, std::int64_t launches = 1, double blocksPerMultiprocessor = 0)
    {
        m_session.layers.edit().items.back().kernels.push_back(
            { std::move(name), launches, nanoseconds, blocksPerMultiprocessor });
    }

    void timeModel(std::vector<double> nanoseconds)
    {
        m_session.layers.edit().instrumentedModel = samples(std::move(nanoseconds));
    }

    Session &session() { return m_session; }

private:
    Session m_session;
};

} // namespace rooflight::test
