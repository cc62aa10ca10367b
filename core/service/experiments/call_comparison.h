// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/explanation/explanation.h"
#include "core/service/experiments/benchmark_pool.h"
#include "core/statistics/paired_ratio.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace rooflight {

/// What one way to make a call took, and in the same rounds the call as it is, in two equal processes.
struct VariantTimes {
    std::vector<double> ns;
    std::vector<double> plainNs;
    std::vector<double> controlNs; ///< empty without a second process
};

/// One way to make a call.
struct CallVariant {
    Experiment experiment = Experiment::Control;
    BenchmarkProcess *process = nullptr;
    CallRequest call;
    double perItem = 1; ///< its times are multiplied by this: the plain call's items over its own
    BackgroundWork background = BackgroundWork::None; ///< what another process does meanwhile
    int backgroundThreads = 0;
    VariantTimes times;
    ComposedText failure = {}; ///< what ended it; empty: nothing
};

/// Ratio of its times to those of the plain call in the same rounds; the interval holds against the control, too.
[[nodiscard]] PairedRatio ratioOf(const CallVariant &variant);

/// Adds the ratio to what is known of \p op, unless the two never ran in the same round. Of one that failed before
/// there were enough rounds for an interval, that is added: when it is timed again, it may fail behind them.
void addRatio(ExplainedOperator &op, const CallVariant &variant);

/// Adds that an experiment failed, unless it was stopped from outside.
void addFailure(ExplainedOperator &op, Experiment experiment, const Error &error);

/// Whether the variant's process can make the call so. Errors: those of BenchmarkPool.
[[nodiscard]] Result<bool> isPrepared(BenchmarkPool &pool, const CallVariant &variant);

/// Adds a variant that can be made to the others, or to \p op that it failed. One that does not apply is left out.
void addIfPrepared(BenchmarkPool &pool, ExplainedOperator &op, std::vector<CallVariant> &variants, CallVariant variant);

/// Time of the second of two such calls; 0 if it fails.
[[nodiscard]] double warmCallNs(BenchmarkPool &pool, const CallVariant &variant);

/// It looks worth naming, and more rounds may show whether it is.
[[nodiscard]] bool mayBeFaster(const CallVariant &variant);

/// Whether that is so of one of them. Not behind a control that failed: its next rounds would be held against others'
/// first ones.
[[nodiscard]] bool needMoreRounds(const std::vector<CallVariant> &variants);

/// Times ways to make one call in rounds.
class CallComparison
{
public:
    /// \p background may be null if no variant has any work beside it. \p hadOtherLoad as of PairedLimits.
    CallComparison(BenchmarkPool &pool, JobReporter &reporter, BenchmarkProcess *background,
                   std::function<bool()> hadOtherLoad)
        : m_pool(pool)
        , m_reporter(reporter)
        , m_background(background)
        , m_watchOtherLoad(std::move(hadOtherLoad))
    {
    }

    /// From \p begin to \p end of the whole while the next comparisons run.
    void setProgress(double begin, double end);

    /// Adds to the times of \p variants, in \p seconds, or up to three times that if twelve rounds take so long. The
    /// first is the call as it is, the second its control if it says so; any other one may fail. Errors: those of the
    /// first.
    [[nodiscard]] Result<void> compare(const std::vector<CallVariant *> &variants, double seconds);

    /// \p call on \p threads, beside as many that write memory against beside as many that only compute, in \p seconds,
    /// and once more if that does not decide. Adds the result or the failure to \p op.
    void compareBackgroundLoads(ExplainedOperator &op, BenchmarkProcess &process, const CallRequest &call, int threads,
                                double seconds);

    /// Whether other programs used the CPUs in too many rounds of the comparisons since the last call of this. Not of a
    /// GPU's work alone, which waits for none of it.
    [[nodiscard]] bool takeOtherLoad() { return std::exchange(m_hadOtherLoad, false); }

    [[nodiscard]] bool isPartial() const { return m_isPartial; } ///< stopped from outside

private:
    [[nodiscard]] double timed(const CallVariant &variant, std::int64_t calls);
    Result<void> setBackground(BackgroundWork work, int threads);

    BenchmarkPool &m_pool;
    JobReporter &m_reporter;
    BenchmarkProcess *m_background;
    std::function<bool()> m_watchOtherLoad;
    double m_progressBegin = 0;
    double m_progressEnd = 0;
    bool m_hadOtherLoad = false;
    bool m_isPartial = false;
};

/// What experiments on a GPU run in. The last two are null where they cannot be had.
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
    /// \p notLoaded: those that have no process, and why.
    GpuExperiments(BenchmarkPool &pool, const GpuProcesses &processes, std::vector<FailedExperiment> notLoaded = {})
        : m_pool(pool)
        , m_processes(processes)
        , m_notLoaded(std::move(notLoaded))
    {
    }

    /// The call as it is first, its control, then all changes of it that apply; empty if it cannot be made again.
    /// If the queue cannot be held back for it, all are timed as the host launches them. Those that failed are added to
    /// \p op.
    [[nodiscard]] std::vector<CallVariant> changes(ExplainedOperator &op, const CallRequest &request);

    /// Calls in a row as the host launches them, twice, and in a CUDA graph, in \p seconds. If these two leave a doubt,
    /// or one of the three fails or is stopped, that is added to \p op as its failure; nothing is if no graph can be
    /// made, or there is no process for it.
    void compareLaunches(ExplainedOperator &op, const CallRequest &request, CallComparison &comparison, double seconds);

private:
    BenchmarkPool &m_pool;
    GpuProcesses m_processes;
    std::vector<FailedExperiment> m_notLoaded;
    double m_callNs = 0; ///< of the operator as it is, roughly
};

} // namespace rooflight
