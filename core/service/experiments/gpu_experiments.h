// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_pool.h"
#include "core/service/experiments/call_comparison.h"

#include <cstddef>
#include <vector>

namespace rooflight {

/// What experiments on a GPU run in.
struct GpuProcesses {
    BenchmarkProcess *plain = nullptr;
    BenchmarkProcess *control = nullptr; ///< equal to it
    BenchmarkProcess *graphs = nullptr; ///< equal, too, but for its graphs, beside which launches take longer
    BenchmarkProcess *benchmarks = nullptr; ///< cuDNN times its algorithms
};
inline constexpr std::size_t gpuProcesses = 4;

/// The experiments on one operator of a GPU after the other. All but one are about the work of the GPU alone: a call's
/// kernels are queued before the first begins, so that nothing of the host is in their times.
class GpuExperiments
{
public:
    GpuExperiments(BenchmarkPool &pool, const GpuProcesses &processes)
        : m_pool(pool)
        , m_processes(processes)
    {
    }

    /// The call as it is first, its control, then all changes of it that apply; empty if it cannot be made again.
    /// If the queue cannot be held back for it, all are timed as the host launches them.
    [[nodiscard]] std::vector<CallVariant> changes(const CallRequest &request);

    /// Calls in a row as the host launches them, twice, and in a CUDA graph, in \p seconds. Nothing is added to \p op
    /// if these two differ so much that nothing follows from them, \p load is there, or no graph can be made.
    /// Errors: those of the call as it is.
    Result<void> compareLaunches(ExplainedOperator &op, const CallRequest &request, CallComparison &comparison,
                                 double seconds, const OtherLoad &load);

private:
    BenchmarkPool &m_pool;
    GpuProcesses m_processes;
    double m_callNs = 0; ///< of the operator as it is, roughly
};

} // namespace rooflight
