// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/method_comparison.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/method_timers.h"
#include "core/torchscript/torch_errors.h"

#include <algorithm>
#include <array>
#include <random>

namespace ridgepoint {

namespace {

/// What the others are held against: the first of these that could be used.
constexpr std::array references { TimingMethod::eventsHeld, TimingMethod::events, TimingMethod::synchronized };

struct MethodSamples {
    std::vector<double> warmupNs;
    std::vector<double> samplesNs;
};

class Comparison
{
public:
    Comparison(TimedDevice &device, const RunControl &control, const SoFar<MethodComparison> &soFar)
        : m_device(device)
        , m_control(control)
        , m_soFar(soFar)
        , m_timers(makeMethodTimers(device))
        , m_samples(m_timers.size())
    {
    }

    /// The first calls of each method, each of a model of its own.
    void warmUp(const FreshModel &freshModel, const WarmupLimits &limits)
    {
        for (std::size_t i = 0; i < m_timers.size() && !stopped(); ++i) {
            if (!isUsable(i))
                continue;
            m_timers[i]->forgetModel();
            m_run = freshModel();
            WarmupCriterion rule(limits);
            while (!rule.isDone() && !stopped() && isUsable(i)) {
                const double callNs = m_timers[i]->timeCall(m_run);
                if (!isUsable(i))
                    break;
                m_samples[i].warmupNs.push_back(callNs);
                rule.add(callNs);
                tell();
            }
            m_control.progress(static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(m_timers.size()));
        }
        for (const auto &timer : m_timers)
            timer->forgetModel(); // what was captured belongs to a model that may be gone
    }

    /// All methods in turn until the reference's median is known well enough.
    void measure(const SamplingLimits &limits)
    {
        MedianCriterion rule(limits);
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_timers.size(); ++i)
            order.push_back(i);
        std::mt19937 random(12345); // the same order at every call
        while (!rule.isDone() && !stopped()) {
            std::ranges::shuffle(order, random);
            for (const std::size_t i : order) {
                if (isUsable(i))
                    addSample(i);
            }
            rule.add(m_samples[reference()].samplesNs.back());
            m_control.progress(static_cast<std::int64_t>(m_samples[reference()].samplesNs.size()), 0);
            tell();
        }
        m_done = rule.isDone();
    }

    [[nodiscard]] MethodComparison result() const
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
        comparison.partial = !m_done;
        comparison.findings = findingsOf(comparison, m_device.isAsynchronous());
        return comparison;
    }

    [[nodiscard]] bool hasSamples() const
    {
        return std::ranges::any_of(m_samples, [](const MethodSamples &samples) { return !samples.warmupNs.empty(); });
    }

private:
    [[nodiscard]] bool stopped() const { return m_control.cancelled(); }
    [[nodiscard]] bool isUsable(std::size_t i) const { return m_timers[i]->unavailable().empty(); }

    [[nodiscard]] std::size_t reference() const
    {
        for (const std::string_view candidate : references) {
            for (std::size_t i = 0; i < m_timers.size(); ++i) {
                if (m_timers[i]->method() == candidate && isUsable(i))
                    return i;
            }
        }
        return 0;
    }

    void addSample(std::size_t i)
    {
        const double callNs = m_timers[i]->timeCall(m_run);
        if (isUsable(i))
            m_samples[i].samplesNs.push_back(callNs);
    }

    [[nodiscard]] MethodTiming timingOf(std::size_t i) const
    {
        const MethodSamples &samples = m_samples[i];
        MethodTiming timing;
        timing.method = m_timers[i]->method();
        timing.unavailable = m_timers[i]->unavailable();
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

    void tell()
    {
        if (m_soFar)
            m_pace.whenDue([this] { m_soFar(result()); });
    }

    TimedDevice &m_device;
    const RunControl &m_control;
    const SoFar<MethodComparison> &m_soFar;
    std::vector<std::unique_ptr<MethodTimer>> m_timers;
    std::vector<MethodSamples> m_samples;
    std::function<void()> m_run; ///< of the model that was loaded last
    Pace m_pace;
    bool m_done = false;
};

} // namespace

Measured<MethodComparison> compareMethods(TimedDevice &device, const FreshModel &freshModel, const std::string &path,
                                          const TrialLimits &limits, const RunControl &control,
                                          const SoFar<MethodComparison> &soFar)
{
    Comparison comparison(device, control, soFar);
    Measured<MethodComparison> measured;
    try {
        comparison.warmUp(freshModel, limits.warmup);
        comparison.measure(limits.sampling);
    } catch (...) {
        measured.error = currentExceptionAsError(path, ModelStage::Running);
    }
    if (comparison.hasSamples())
        measured.value = comparison.result();
    return measured;
}

} // namespace ridgepoint
