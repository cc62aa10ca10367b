// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/run_sampler.h"

#include "core/statistics/summary.h"
#include "core/torchscript/torch_errors.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double sampleTargetNs = 250'000;

double nsSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

/// The calls of a warm-up that the block is chosen by: its later half.
double settledCallNs(const std::vector<double> &warmupNs)
{
    std::vector<double> last(warmupNs.begin() + static_cast<std::ptrdiff_t>(warmupNs.size() / 2), warmupNs.end());
    std::ranges::sort(last);
    return last.empty() ? blockBelowNs : quantile(last, 0.5);
}

class Sampler
{
public:
    Sampler(const TimedCalls &run, const TrialLimits &limits, const RunControl &control,
            const SoFar<SampledRuns> &soFar)
        : m_run(run)
        , m_limits(limits)
        , m_control(control)
        , m_soFar(soFar)
    {
    }

    void warmUp(SampledRuns &runs)
    {
        warmUpRuns(runs, m_run, m_limits.warmup, m_control, [&] { handOn(runs, 1); });
    }

    void measure(SampledRuns &runs)
    {
        MedianCriterion rule(m_limits.sampling);
        const KernelWork before = kernelWorkSoFar();
        const auto begin = Clock::now();
        while (!rule.isDone() && !m_control.cancelled()) {
            runs.samplesNs.push_back(m_run(runs.block));
            runs.wallNs = nsSince(begin) - m_asideNs;
            const KernelWork after = kernelWorkSoFar();
            runs.kernelWork = { after.pageFaults - before.pageFaults, after.systemNs - before.systemNs };
            rule.add(runs.samplesNs.back(), runs.block);
            m_control.progress(static_cast<std::int64_t>(runs.samplesNs.size()), knownTotal());
            if (!rule.isDone())
                handOn(runs, runs.block);
            // Work between the runs, such as flushing caches, is no time of theirs, but of whoever waits.
            if (!rule.isDone() && enoughWaited(begin) && enoughRuns(runs)) {
                runs.end = StopReason::TimeLimit;
                return;
            }
        }
        runs.end = rule.reason();
    }

private:
    [[nodiscard]] std::int64_t knownTotal() const
    {
        const SamplingLimits &limits = m_limits.sampling;
        return limits.minimumCount == limits.maximumCount ? limits.maximumCount : 0;
    }

    [[nodiscard]] bool enoughWaited(Clock::time_point begin) const
    {
        return nsSince(begin) > 2e9 * m_limits.sampling.maximumSeconds;
    }

    [[nodiscard]] bool enoughRuns(const SampledRuns &runs) const
    {
        return static_cast<std::int64_t>(runs.samplesNs.size()) >= m_limits.sampling.minimumCount;
    }

    /// What follows finds other data in the caches: one more call, which nobody counts, puts that right.
    void handOn(const SampledRuns &runs, std::int64_t calls)
    {
        const auto begin = Clock::now();
        if (!m_soFar || !m_pace.whenDue([&] { m_soFar(runs); }))
            return;
        constexpr double cheapNs = 50e6;
        const double lastNs = runs.samplesNs.empty() ? runs.warmupNs.back() : runs.samplesNs.back();
        if (lastNs * static_cast<double>(calls) < cheapNs)
            static_cast<void>(m_run(calls));
        if (!runs.samplesNs.empty())
            m_asideNs += nsSince(begin);
    }

    const TimedCalls &m_run;
    const TrialLimits &m_limits;
    const RunControl &m_control;
    const SoFar<SampledRuns> &m_soFar;
    Pace m_pace;
    double m_asideNs = 0; ///< of the measurement, what handing on took
};

} // namespace

std::int64_t blockFor(double callNs)
{
    if (callNs >= blockBelowNs)
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

KernelWork kernelWorkSoFar()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return { usage.ru_minflt,
             (static_cast<double>(usage.ru_stime.tv_sec) * 1e6 + static_cast<double>(usage.ru_stime.tv_usec)) * 1e3 };
}

bool SampledRuns::waitsForMemory() const
{
    constexpr double worthSaying = 0.03;
    constexpr std::int64_t fewestFaults = 100; // of a call; a driver's calls take system time, too
    const std::int64_t calls = static_cast<std::int64_t>(samplesNs.size()) * block;
    return kernelWork.systemNs > worthSaying * wallNs && kernelWork.pageFaults >= fewestFaults * calls && calls > 0;
}

bool Pace::whenDue(const std::function<void()> &handOn)
{
    const auto begin = Clock::now();
    if (begin - m_last <= std::max<Clock::duration>(std::chrono::seconds(1), 20 * m_cost))
        return false;
    handOn();
    m_last = Clock::now();
    m_cost = m_last - begin;
    return true;
}

void warmUpRuns(SampledRuns &runs, const TimedCalls &run, const WarmupLimits &limits, const RunControl &control,
                const std::function<void()> &afterCall)
{
    WarmupCriterion rule(limits);
    while (!rule.isDone()) {
        if (control.cancelled())
            return;
        runs.warmupNs.push_back(run(1));
        rule.add(runs.warmupNs.back());
        afterCall();
    }
    runs.warmupEnd = rule.reason();
    runs.block = blockFor(settledCallNs(runs.warmupNs));
}

SampledRuns sampleRuns(const TimedCalls &run, const std::string &path, const TrialLimits &limits,
                       const RunControl &control, const SoFar<SampledRuns> &soFar)
{
    SampledRuns runs;
    Sampler sampler(run, limits, control, soFar);
    try {
        sampler.warmUp(runs);
        if (runs.warmupEnd != StopReason::None)
            sampler.measure(runs);
    } catch (...) {
        runs.error = currentExceptionAsError(path, ModelStage::Running);
        runs.end = StopReason::None;
    }
    return runs;
}

} // namespace ridgepoint
