// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_comparison.h"

#include "core/sampling/shuffled_order.h"
#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/methods/method_timers.h"
#include "core/torchscript/load/torch_errors.h"

#include <algorithm>
#include <array>
#include <span>

namespace rooflight {

namespace {

/// What the others are held against: the first of these that could be used.
constexpr std::array references { TimingMethod::EventsHeld, TimingMethod::Events, TimingMethod::Synchronized };

using Timers = std::span<const std::unique_ptr<MethodTimer>>;

std::vector<MethodTiming> emptyTimings(Timers timers)
{
    std::vector<MethodTiming> timings(timers.size());
    for (std::size_t i = 0; i < timers.size(); ++i) {
        timings[i].method = timers[i]->method();
        timings[i].unavailable = timers[i]->unavailableReason();
    }
    return timings;
}

/// Index of the method that the others are compared with.
std::size_t referenceOf(const std::vector<MethodTiming> &timings)
{
    for (const TimingMethod candidate : references) {
        for (std::size_t i = 0; i < timings.size(); ++i) {
            if (timings[i].method == candidate && timings[i].unavailable.empty())
                return i;
        }
    }
    return 0;
}

MethodComparison comparisonOf(std::vector<MethodTiming> timings, bool partial, bool asynchronousDevice)
{
    MethodComparison comparison;
    const std::size_t reference = referenceOf(timings);
    comparison.reference = timings[reference].method;
    const double referenceNs = timings[reference].samples.summary.medianNs;
    for (MethodTiming &timing : timings) {
        if (timing.samples.summary.count == 0 || referenceNs <= 0)
            continue;
        timing.biasNs = timing.samples.summary.medianNs - referenceNs;
        timing.bias = timing.biasNs / referenceNs;
    }
    comparison.methods = std::move(timings);
    comparison.partial = partial;
    comparison.findings = findingsOf(comparison, asynchronousDevice);
    return comparison;
}

struct MethodSamples {
    std::vector<double> warmupNs;
    std::vector<double> samplesNs;
};

/// The first calls of each method, each of a model of its own; then all methods in rounds.
class MethodTrial : public ResultTrial<std::vector<MethodTiming>>
{
public:
    MethodTrial(Timers timers, const FreshModel &freshModel, const std::string &path, const MeasurementContext &context,
                const SnapshotSink<std::vector<MethodTiming>> &sink)
        : ResultTrial(sink)
        , m_freshModel(freshModel)
        , m_path(path)
        , m_context(context)
        , m_timers(timers)
        , m_samples(m_timers.size())
        , m_order(m_timers.size())
    {
    }

    std::size_t variantCount() const override { return m_timers.size(); }
    bool takesPart(std::size_t i) const override { return m_timers[i]->unavailableReason().empty(); }
    bool publishesWarmup() const override { return true; }

    void beginWarmup(std::size_t i) override
    {
        m_timers[i]->forgetModel();
        m_run = m_freshModel();
    }

    Result<void> warmUpOnce(std::size_t i, StopCriterion &criterion) override
    {
        if (addCall(i, m_samples[i].warmupNs))
            criterion.add(m_samples[i].warmupNs.back());
        return {};
    }

    void endWarmup(std::size_t i, StopReason) override
    {
        m_context.progress(static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(m_timers.size()));
    }

    void beginSampling() override
    {
        for (const auto &timer : m_timers)
            timer->forgetModel(); // what was captured belongs to a model that may be gone
    }

    /// Judged by the reference.
    Result<void> sampleRound(StopCriterion &criterion) override
    {
        for (const std::size_t i : m_order.next()) {
            if (takesPart(i))
                addCall(i, m_samples[i].samplesNs);
        }
        const std::vector<double> &judging = samplesOfReference();
        criterion.add(judging.empty() ? 0 : judging.back());
        return {};
    }

    bool hasResult() const override
    {
        return std::ranges::any_of(m_samples, [](const MethodSamples &samples) { return !samples.warmupNs.empty(); });
    }

    std::vector<MethodTiming> result(StopReason) const override
    {
        std::vector<MethodTiming> timings = emptyTimings(m_timers);
        for (std::size_t i = 0; i < m_timers.size(); ++i) {
            if (takesPart(i))
                addSamples(m_samples[i], timings[i]);
        }
        return timings;
    }

    Error currentExceptionError() const override { return currentExceptionAsError(m_path, ModelStage::Running); }

private:
    /// Of those that were sampled.
    [[nodiscard]] const std::vector<double> &samplesOfReference() const
    {
        for (const TimingMethod candidate : references) {
            for (std::size_t i = 0; i < m_timers.size(); ++i) {
                if (m_timers[i]->method() == candidate && takesPart(i) && !m_samples[i].samplesNs.empty())
                    return m_samples[i].samplesNs;
            }
        }
        return m_samples.front().samplesNs;
    }

    /// Whether the call could be timed.
    bool addCall(std::size_t i, std::vector<double> &timesNs)
    {
        const std::optional<double> callNs = m_timers[i]->timeCall(m_run);
        if (callNs)
            timesNs.push_back(*callNs);
        return callNs.has_value();
    }

    static void addSamples(const MethodSamples &samples, MethodTiming &timing)
    {
        std::vector<double> all = samples.warmupNs;
        all.insert(all.end(), samples.samplesNs.begin(), samples.samplesNs.end());
        timing.withoutWarmup = summarize(all);
        timing.samples = headlineSampleSet(samples.warmupNs, samples.samplesNs);
        if (timing.samples.summary.meanNs > 0)
            timing.firstCallsBias = timing.withoutWarmup.meanNs / timing.samples.summary.meanNs - 1;
    }

    const FreshModel &m_freshModel;
    const std::string &m_path;
    const MeasurementContext &m_context;
    Timers m_timers;
    std::vector<MethodSamples> m_samples;
    ShuffledOrder m_order;
    std::function<void()> m_run; ///< of the model that was loaded last
};

} // namespace

Measured<MethodComparison> compareMethods(TimedDevice &device, const FreshModel &freshModel, const std::string &path,
                                          const TrialLimits &limits, const MeasurementContext &context,
                                          const SnapshotSink<MethodComparison> &sink)
{
    const std::vector<std::unique_ptr<MethodTimer>> timers = makeMethodTimers(device);
    std::vector<MethodTiming> timings = emptyTimings(timers);
    const auto comparison = [&](bool partial) { return comparisonOf(timings, partial, device.isAsynchronous()); };
    /// Those from \p first on.
    const auto snapshotFrom = [&](std::size_t first) {
        return [&, first](const std::vector<MethodTiming> &part) {
            std::ranges::copy(part, timings.begin() + static_cast<std::ptrdiff_t>(first));
            if (sink)
                sink(comparison(true));
        };
    };
    // What collects kernels slows every call that follows: it comes last, on its own.
    const std::size_t clocks = timers.size() - 1;
    MethodTrial clockTrial(Timers(timers).first(clocks), freshModel, path, context, snapshotFrom(0));
    Measured<std::vector<MethodTiming>> timed = measure(clockTrial, limits, context);
    if (!timed.value)
        return { std::nullopt, timed.error };
    std::ranges::copy(*timed.value, timings.begin());
    if (timed.error || context.stopRequested() || !device.isAsynchronous())
        return { comparison(timed.error || context.stopRequested()), timed.error };

    MethodTrial kernelTrial(Timers(timers).subspan(clocks), freshModel, path, context, snapshotFrom(clocks));
    WarmupCriterion warmup(limits.warmup);
    CountCriterion rounds(timings[referenceOf(timings)].samples.summary.count);
    timed = measure(kernelTrial, warmup, rounds, context);
    // Without one call that could be timed there is no result, but a reason.
    timings[clocks].unavailable = timers[clocks]->unavailableReason();
    if (timed.value)
        std::ranges::copy(*timed.value, timings.begin() + static_cast<std::ptrdiff_t>(clocks));
    return { comparison(timed.error || context.stopRequested()), timed.error };
}

} // namespace rooflight
