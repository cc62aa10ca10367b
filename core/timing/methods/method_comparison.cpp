// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_comparison.h"

#include "core/sampling/shuffled_order.h"
#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/methods/method_timers.h"
#include "core/torchscript/load/torch_errors.h"

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

/// What the others are held against: the first of these that could be used.
constexpr std::array references { TimingMethod::EventsHeld, TimingMethod::Events, TimingMethod::Synchronized };

struct MethodSamples {
    std::vector<double> warmupNs;
    std::vector<double> samplesNs;
};

/// The first calls of each method, each of a model of its own; then all methods in rounds.
class MethodTrial : public ResultTrial<MethodComparison>
{
public:
    MethodTrial(TimedDevice &device, const FreshModel &freshModel, const std::string &path,
                const MeasurementContext &context, const SnapshotSink<MethodComparison> &sink)
        : ResultTrial(sink)
        , m_device(device)
        , m_freshModel(freshModel)
        , m_path(path)
        , m_context(context)
        , m_timers(makeMethodTimers(device))
        , m_samples(m_timers.size())
        , m_order(m_timers.size())
    {
    }

    std::size_t contenderCount() const override { return m_timers.size(); }
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
        criterion.add(m_samples[reference()].samplesNs.back());
        return {};
    }

    bool hasResult() const override
    {
        return std::ranges::any_of(m_samples, [](const MethodSamples &samples) { return !samples.warmupNs.empty(); });
    }

    MethodComparison result(StopReason end) const override
    {
        MethodComparison comparison;
        comparison.reference = m_timers[reference()]->method();
        for (std::size_t i = 0; i < m_timers.size(); ++i)
            comparison.methods.push_back(timingOf(i));
        const Summary referenceSummary = comparison.methods[reference()].samples.summary;
        for (MethodTiming &timing : comparison.methods) {
            if (timing.samples.summary.count == 0 || referenceSummary.medianNs <= 0)
                continue;
            timing.biasNs = timing.samples.summary.medianNs - referenceSummary.medianNs;
            timing.bias = timing.biasNs / referenceSummary.medianNs;
        }
        comparison.partial = end == StopReason::None;
        comparison.findings = findingsOf(comparison, m_device.isAsynchronous());
        return comparison;
    }

    Error currentExceptionError() const override { return currentExceptionAsError(m_path, ModelStage::Running); }

private:
    [[nodiscard]] std::size_t reference() const
    {
        for (const TimingMethod candidate : references) {
            for (std::size_t i = 0; i < m_timers.size(); ++i) {
                if (m_timers[i]->method() == candidate && takesPart(i))
                    return i;
            }
        }
        return 0;
    }

    /// Whether the call could be timed.
    bool addCall(std::size_t i, std::vector<double> &timesNs)
    {
        const double callNs = m_timers[i]->timeCall(m_run);
        if (takesPart(i))
            timesNs.push_back(callNs);
        return takesPart(i);
    }

    [[nodiscard]] MethodTiming timingOf(std::size_t i) const
    {
        const MethodSamples &samples = m_samples[i];
        MethodTiming timing;
        timing.method = m_timers[i]->method();
        timing.unavailable = m_timers[i]->unavailableReason();
        if (!timing.unavailable.empty())
            return timing;
        std::vector<double> all = samples.warmupNs;
        all.insert(all.end(), samples.samplesNs.begin(), samples.samplesNs.end());
        timing.withoutWarmup = summarize(all);
        timing.samples = headlineSampleSet(samples.warmupNs, samples.samplesNs);
        if (timing.samples.summary.meanNs > 0)
            timing.firstCallsBias = timing.withoutWarmup.meanNs / timing.samples.summary.meanNs - 1;
        return timing;
    }

    TimedDevice &m_device;
    const FreshModel &m_freshModel;
    const std::string &m_path;
    const MeasurementContext &m_context;
    std::vector<std::unique_ptr<MethodTimer>> m_timers;
    std::vector<MethodSamples> m_samples;
    ShuffledOrder m_order;
    std::function<void()> m_run; ///< of the model that was loaded last
};

} // namespace

Measured<MethodComparison> compareMethods(TimedDevice &device, const FreshModel &freshModel, const std::string &path,
                                          const TrialLimits &limits, const MeasurementContext &context,
                                          const SnapshotSink<MethodComparison> &sink)
{
    MethodTrial trial(device, freshModel, path, context, sink);
    return measure(trial, limits, context);
}

} // namespace ridgepoint
