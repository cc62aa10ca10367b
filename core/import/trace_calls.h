// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/import/profiler_trace.h"
#include "core/results/analysis/analysis.h"
#include "core/results/layers/layers.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rooflight {

/// A call of an operator or of a module.
struct TracedCall {
    static constexpr std::size_t noEvent = static_cast<std::size_t>(-1);

    std::size_t event = noEvent; ///< in ProfilerTrace::events; none of a module that only a hierarchy names
    bool isModule = false;
    std::string name; ///< of an operator "aten::conv2d", of a module its name in the one around it
    std::string type; ///< class of a module
    double beginNs = 0;
    double endNs = 0;
    std::int64_t thread = 0;
    std::vector<std::size_t> children; ///< in TracedCalls::calls, in the order in which they begin
};

/// One run of the model.
struct TracedRun {
    std::vector<std::size_t> order; ///< all its calls, each before those inside it
    std::vector<std::size_t> outermost; ///< those that no other call of it holds
    double beginNs = 0;
    double endNs = 0;
};

struct TracedCalls {
    std::vector<TracedCall> calls;
    std::vector<TracedRun> runs; ///< one at least; all with the same calls in the same order
    std::size_t otherRuns = 0; ///< left out: they called something else than the last one

    /// The call of the model itself, if a run is one call of a module.
    [[nodiscard]] const TracedCall *model() const;
};

/// Nests calls by their times and by the hierarchy of modules, and separates runs: the steps of the profiler's
/// schedule, else the calls of one outermost module, else all is one run.
[[nodiscard]] TracedCalls callsOf(const ProfilerTrace &trace);

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
