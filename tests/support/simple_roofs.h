// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/roofs/roofs.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rooflight::test {

inline Roof roof(decltype(Roof::limit) limit, double value)
{
    Roof made;
    made.limit = std::move(limit);
    made.value = value;
    return made;
}

/// 1 TFLOP/s in fp32 and 100 GB/s of main memory, so that the ridge is at 10 FLOP/byte; a launch takes \p
/// launchSeconds.
inline std::vector<Roof> simpleRoofs(std::optional<double> launchSeconds = std::nullopt)
{
    std::vector<Roof> roofs = { roof(ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }, 1e12),
                                roof(MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read }, 100e9) };
    if (launchSeconds)
        roofs.push_back(roof(LaunchLimit {}, *launchSeconds));
    return roofs;
}

/// A known operator on fp32, called by the root, whose cost follows from its work and from the memory that it touches.
inline Operator &addOperator(Analysis &analysis, OperatorFamily family, const OperatorWork &work,
                             const std::vector<MemoryReuse> &reuse, const Shape &output)
{
    Operator &op = analysis.operators.emplace_back();
    op.id = static_cast<std::int64_t>(analysis.operators.size()) - 1;
    op.family = family;
    op.known = true;
    op.dtype = DType::Float32;
    op.work = work;
    op.cost.macs = work.macs;
    op.cost.flops = work.flops();
    op.reuse = reuse;
    for (const MemoryReuse &part : reuse)
        (part.written ? op.cost.bytesWritten : op.cost.bytesRead) += part.bytes;
    op.outputShapes = { output };
    return op;
}

} // namespace rooflight::test
