// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/import/profiler_trace.h"
#include "core/import/trace_calls.h"
#include "core/results/analysis/analysis.h"
#include "core/results/layers/layers.h"

#include <cstddef>
#include <vector>

namespace rooflight {

/// Where the layers and operators of an analysis stand in TracedRun::order; noCall: the run as a whole.
struct TracedItems {
    static constexpr std::size_t wholeRun = static_cast<std::size_t>(-1);

    std::vector<std::size_t> layers;
    std::vector<std::size_t> operators;
};

/// What layers and operators took in each run. If the trace holds kernels an operator's time is that of the kernels
/// that it launched, joined by their correlation ids, and a layer's that of its operators; else both are those of the
/// host.
[[nodiscard]] LayerLatencies timesOf(const ProfilerTrace &trace, const TracedCalls &calls, const TracedItems &items,
                                     const Analysis &analysis);

} // namespace rooflight
