// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/sampled_runs.h"

#include "core/base/clock.h"
#include "core/statistics/summary.h"
#include "core/torchscript/load/torch_errors.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double sampleTargetNs = 250'000;

/// Of this process since its beginning.
KernelWork kernelWorkSoFar()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return { usage.ru_minflt,
             (static_cast<double>(usage.ru_stime.tv_sec) * 1e6 + static_cast<double>(usage.ru_stime.tv_usec)) * 1e3 };
}

class RunTrial : public ResultTrial<SampledRuns>
{
public:
    RunTrial(const TimedCalls &run, const std::string &path, const SamplingLimits &limits, const SecondsClock &now,
             const SnapshotSink<SampledRuns> &sink, const std::function<void()> &beginSampling)
        : ResultTrial(sink)
        , m_run(run)
        , m_path(path)
        , m_now(now)
        , m_beginSampling(beginSampling)
        , m_expectedRounds(limits.minimumCount == limits.maximumCount ? limits.maximumCount : 0)
    {
    }

    Result<void> warmUpOnce(std::size_t, StopCriterion &criterion) override
    {
        m_runs.warmupNs.push_back(m_run(1));
        criterion.add(m_runs.warmupNs.back());
        return {};
    }

    void endWarmup(std::size_t, StopReason reason) override { m_runs.endWarmup(reason); }

    void beginSampling() override
    {
        if (m_beginSampling)
            m_beginSampling();
        m_kernelWorkBefore = kernelWorkSoFar();
        m_begin = m_now();
    }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        m_runs.samplesNs.push_back(m_run(m_runs.callsPerSample));
        m_runs.wallNs = (m_now() - m_begin - m_publishingSeconds) * nsPerSecond;
        const KernelWork after = kernelWorkSoFar();
        m_runs.kernelWork = { after.pageFaults - m_kernelWorkBefore.pageFaults,
                              after.systemNs - m_kernelWorkBefore.systemNs };
        criterion.add(m_runs.samplesNs.back(), m_runs.callsPerSample);
        return {};
    }

    std::int64_t expectedRounds() const override { return m_expectedRounds; }
    bool publishesWarmup() const override { return true; }

    /// The next sample would find other data in the caches: one more call, which does not count, puts that right.
    void publishSnapshot() override
    {
        if (!hasSink())
            return;
        const double begin = m_now();
        ResultTrial::publishSnapshot();
        constexpr double cheapNs = 50e6;
        const bool sampling = !m_runs.samplesNs.empty();
        const std::int64_t calls = sampling ? m_runs.callsPerSample : 1;
        const double lastNs = sampling ? m_runs.samplesNs.back() : m_runs.warmupNs.back();
        if (lastNs * static_cast<double>(calls) < cheapNs)
            static_cast<void>(m_run(calls));
        if (sampling)
            m_publishingSeconds += m_now() - begin;
    }

    bool hasResult() const override { return true; }

    SampledRuns result(StopReason end) const override
    {
        SampledRuns runs = m_runs;
        runs.end = end;
        return runs;
    }

    Error currentExceptionError() const override { return currentExceptionAsError(m_path, ModelStage::Running); }

private:
    const TimedCalls &m_run;
    const std::string &m_path;
    const SecondsClock &m_now;
    const std::function<void()> &m_beginSampling;
    std::int64_t m_expectedRounds;
    SampledRuns m_runs;
    KernelWork m_kernelWorkBefore;
    double m_begin = 0;
    double m_publishingSeconds = 0; ///< while sampling
};

} // namespace

std::int64_t callsPerSampleFor(double callNs)
{
    if (callNs >= singleCallNs)
        return 1;
    const double wanted = std::ceil(sampleTargetNs / std::max(callNs, 1.0));
    std::int64_t decade = 1;
    while (static_cast<double>(decade) * 10 <= wanted)
        decade *= 10;
    for (const std::int64_t factor : { 1, 2, 5 }) {
        if (static_cast<double>(decade * factor) >= wanted)
            return decade * factor;
    }
    return decade * 10;
}

bool SampledRuns::waitsForMemory() const
{
    constexpr double relevanceThreshold = 0.03;
    constexpr std::int64_t minimumFaults = 100; // of a call; a driver's calls take system time, too
    const std::int64_t calls = static_cast<std::int64_t>(samplesNs.size()) * callsPerSample;
    return kernelWork.systemNs > relevanceThreshold * wallNs && kernelWork.pageFaults >= minimumFaults * calls
        && calls > 0;
}

void SampledRuns::endWarmup(StopReason reason)
{
    warmupEnd = reason;
    const auto laterHalf = warmupNs.begin() + static_cast<std::ptrdiff_t>(warmupNs.size() / 2);
    callsPerSample = warmupNs.empty() ? 1 : callsPerSampleFor(medianOf({ laterHalf, warmupNs.end() }));
}

SampledRuns sampleRuns(const TimedCalls &run, const std::string &path, const TrialLimits &limits,
                       const MeasurementContext &context, const SnapshotSink<SampledRuns> &sink,
                       const std::function<void()> &beginSampling)
{
    TrialLimits waiting = limits;
    waiting.sampling.maximumWaitSeconds = 2 * limits.sampling.maximumSeconds;
    RunTrial trial(run, path, limits.sampling, context.now, sink, beginSampling);
    Measured<SampledRuns> measured = measure(trial, waiting, context);
    measured.value->error = measured.error;
    return std::move(*measured.value);
}

} // namespace rooflight
