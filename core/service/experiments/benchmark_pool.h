// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/other_load_sampler.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_reporter.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

/// The processes of an experiment while it runs, taken one after the other, and how far it has come.
class BenchmarkPool
{
public:
    /// \p stage is that of its progress, in static memory.
    BenchmarkPool(std::vector<BenchmarkProcess> processes, JobReporter &reporter, std::string_view stage)
        : m_processes(std::move(processes))
        , m_reporter(reporter)
        , m_stage(stage)
    {
    }

    /// A process that has had no request yet. Waits for those that are ending, as it may need their memory. Errors:
    /// Internal if all are taken.
    [[nodiscard]] Result<BenchmarkProcess *> take();
    /// Sends a request and waits for the response, until the job is stopped. Errors: those of BenchmarkProcess::ask().
    [[nodiscard]] Result<BenchmarkResponse> ask(BenchmarkProcess &process, const BenchmarkRequest &request);
    /// The median of \p calls of the model, after one that does not count, nanoseconds. Errors: those of ask().
    [[nodiscard]] Result<double> medianNs(BenchmarkProcess &process, int calls);
    /// CPU time of all of them.
    [[nodiscard]] double cpuSeconds() const;
    /// \p share of the whole that is done.
    void showProgress(double share);

private:
    std::vector<BenchmarkProcess> m_processes;
    JobReporter &m_reporter;
    std::string_view m_stage;
    std::size_t m_taken = 0;
};

/// What other programs use of the CPUs while the processes of a pool run, since its construction.
class OtherLoad
{
public:
    /// \p root as of OtherLoadSampler.
    explicit OtherLoad(const BenchmarkPool &pool, std::filesystem::path root = "/")
        : m_pool(pool)
        , m_load(std::move(root))
        , m_ownSeconds(pool.cpuSeconds())
    {
    }

    /// More than a twentieth.
    [[nodiscard]] bool isThere() const;

private:
    const BenchmarkPool &m_pool;
    OtherLoadSampler m_load;
    double m_ownSeconds;
};

/// For PairedLimits::hadOtherLoad: whether there was any since the last call. \p pool outlives it. \p root as above.
[[nodiscard]] std::function<bool()> watchOtherLoad(const BenchmarkPool &pool, const std::filesystem::path &root = "/");

} // namespace rooflight
