// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/timing/methods/method_comparison.h"
#include "core/timing/methods/method_timers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double relevanceThreshold = 0.02; ///< share of the reference below which a difference is not reported

std::string durationText(double timeNs)
{
    if (std::abs(timeNs) < 1e6)
        return fmt::format("{} µs", plainNumber(timeNs / 1e3));
    return fmt::format("{} ms", plainNumber(timeNs / 1e6, 4));
}

std::string percentText(double share)
{
    return fmt::format("{} %", plainNumber(100 * share));
}

std::string medianText(const Summary &summary)
{
    return fmt::format("{} (95 % interval {} to {})", durationText(summary.medianNs),
                       durationText(summary.medianIntervalNs[0]), durationText(summary.medianIntervalNs[1]));
}

class Findings
{
public:
    Findings(const MethodComparison &comparison, bool asynchronous)
        : m_comparison(comparison)
        , m_asynchronous(asynchronous)
    {
        m_referenceNs = find(comparison.reference)->samples.summary.medianNs;
    }

    std::vector<MethodFinding> all()
    {
        if (m_asynchronous) {
            judgeNaive();
            judgeSynchronized();
            judgeThroughput();
            judgeEvents();
            judgeGraph();
            judgeKernels();
        } else {
            judgeHostClock(TimingMethod::Naive, "Naive timing");
            judgeHostClock(TimingMethod::Throughput, "Ten calls in a row, divided by ten,");
        }
        judgeFirstCalls();
        if (m_findings.empty() || onlyFirstCalls())
            addAgreementFinding();
        return std::move(m_findings);
    }

private:
    [[nodiscard]] const MethodTiming *find(const OpenEnum<TimingMethod> &method) const
    {
        const auto found = std::ranges::find(m_comparison.methods, method, &MethodTiming::method);
        return found == m_comparison.methods.end() ? nullptr : &*found;
    }

    /// A method that was used and differs enough from the reference.
    [[nodiscard]] const MethodTiming *differing(TimingMethod method) const
    {
        const MethodTiming *timing = find(method);
        const bool used = timing && timing->samples.summary.count > 0 && method != m_comparison.reference;
        return used && std::abs(timing->bias) > relevanceThreshold ? timing : nullptr;
    }

    void add(std::string_view code, OpenEnum<TimingMethod> method, std::string text)
    {
        m_findings.push_back({ std::string(code), std::move(method), std::move(text) });
    }

    void judgeNaive()
    {
        const MethodTiming *naive = differing(TimingMethod::Naive);
        if (!naive || naive->bias > 0)
            return;
        add("queueing_only", naive->method,
            fmt::format(
                "Without a wait, the host clock shows {} while the device works for {}: it stops when the work is "
                "queued, not when it is done. Do not report it as the latency.",
                durationText(naive->samples.summary.medianNs), durationText(m_referenceNs)));
    }

    void judgeSynchronized()
    {
        const MethodTiming *synchronized = differing(TimingMethod::Synchronized);
        if (!synchronized || synchronized->bias < 0)
            return;
        add("waiting_included", synchronized->method,
            fmt::format("Waiting for the device after every call adds {} ({}): queueing before the first kernel and "
                        "waking up after the last one. A program that waits after each call really has this latency; "
                        "other programs have less.",
                        durationText(synchronized->biasNs), percentText(synchronized->bias)));
    }

    void judgeThroughput()
    {
        const MethodTiming *throughput = differing(TimingMethod::Throughput);
        if (!throughput)
            return;
        add("pipelined", throughput->method,
            fmt::format("Calls queued back to back take {} each, {} {} than one alone: that is a throughput, "
                        "not a latency.",
                        durationText(throughput->samples.summary.medianNs), percentText(std::abs(throughput->bias)),
                        throughput->bias < 0 ? "less" : "more"));
    }

    void judgeEvents()
    {
        const MethodTiming *events = differing(TimingMethod::Events);
        if (!events || events->bias < 0)
            return;
        add("host_gaps", events->method,
            fmt::format(
                "Between its kernels the device waits {} ({}) for the host to queue the next one: events include "
                "that wait. The model is launch-bound there; a CUDA graph or a larger batch would "
                "help.",
                durationText(events->biasNs), percentText(events->bias)));
    }

    void judgeGraph()
    {
        const MethodTiming *graph = differing(TimingMethod::GraphReplay);
        if (!graph)
            return;
        add("graph", graph->method,
            fmt::format("As a CUDA graph the model takes {}, {} {}.", durationText(graph->samples.summary.medianNs),
                        percentText(std::abs(graph->bias)), graph->bias < 0 ? "less" : "more"));
    }

    void judgeKernels()
    {
        const MethodTiming *kernels = differing(TimingMethod::KernelSum);
        if (!kernels)
            return;
        const std::string sum = durationText(kernels->samples.summary.medianNs);
        add(kernels->bias < 0 ? "gaps_between_kernels" : "kernels_overlap", kernels->method,
            kernels->bias < 0
                ? fmt::format("The kernels themselves take {}; the rest, {}, is the time between them.", sum,
                              percentText(-kernels->bias))
                : fmt::format(
                    "The kernels' own times add up to {}: they overlap, or the profiler that records them slows "
                    "them down.",
                    sum));
    }

    /// Without a queue both clocks time the same work.
    void judgeHostClock(TimingMethod method, std::string_view title)
    {
        const MethodTiming *clock = differing(method);
        if (!clock)
            return;
        const Summary &summary = clock->samples.summary;
        const Summary &reference = find(m_comparison.reference)->samples.summary;
        const bool apart = summary.medianIntervalNs[0] > reference.medianIntervalNs[1]
            || summary.medianIntervalNs[1] < reference.medianIntervalNs[0];
        add(apart ? "clocks_differ" : "clocks_unsure", method,
            fmt::format("{} reads {} {} the synchronized one: {} against {}. {}", title,
                        percentText(std::abs(clock->bias)), clock->bias < 0 ? "below" : "above", medianText(summary),
                        medianText(reference),
                        apart ? "On a CPU both time the same work, so the machine was busy or changed its speed: "
                                "repeat it on a quiet one."
                              : "Their intervals overlap: the machine is too noisy to separate them."));
    }

    void judgeFirstCalls()
    {
        // A queue is held back only when the first calls are over.
        const bool held = m_comparison.reference == TimingMethod::EventsHeld;
        const MethodTiming *timing = find(held ? TimingMethod::Events : m_comparison.reference);
        if (!timing || timing->samples.warmupNs.empty() || timing->firstCallsBias <= relevanceThreshold)
            return;
        add("cold_start", timing->method,
            fmt::format("The first call takes {}, later calls take {}: with it, and without a warm-up, the mean "
                        "of {} calls is {} too high.",
                        durationText(timing->samples.warmupNs.front()), durationText(timing->samples.summary.medianNs),
                        timing->withoutWarmup.count, percentText(timing->firstCallsBias)));
    }

    [[nodiscard]] bool onlyFirstCalls() const
    {
        return m_findings.size() == 1 && m_findings.front().code == "cold_start";
    }

    /// The method whose median is farthest from the reference's; the reference where there is no other.
    [[nodiscard]] const MethodTiming &farthest() const
    {
        const MethodTiming *found = find(m_comparison.reference);
        for (const MethodTiming &timing : m_comparison.methods) {
            if (timing.samples.summary.count > 0 && std::abs(timing.bias) > std::abs(found->bias))
                found = &timing;
        }
        return *found;
    }

    void addAgreementFinding()
    {
        const Summary &reference = find(m_comparison.reference)->samples.summary;
        const MethodTiming &other = farthest();
        if (reference.count == 0 || std::abs(other.bias) > relevanceThreshold)
            return;
        std::string text = m_asynchronous ? "Once warm, all methods agree: "
                                          : "On a CPU a call returns when its work is done, and the clocks agree: ";
        if (other.method == m_comparison.reference)
            text += fmt::format("all medians are {}.", medianText(reference));
        else
            text += fmt::format("{} differs most, by {} of {}.", other.method.name(), percentText(std::abs(other.bias)),
                                medianText(reference));
        add("agree", other.method, std::move(text));
    }

    const MethodComparison &m_comparison;
    bool m_asynchronous;
    double m_referenceNs = 0;
    std::vector<MethodFinding> m_findings;
};

} // namespace

std::string unavailableOnCpu(TimingMethod method)
{
    switch (method) {
    case TimingMethod::Events:
    case TimingMethod::EventsHeld:
        return "A CPU has no events: its calls return when their work is done.";
    case TimingMethod::GraphReplay:
        return "A CPU has no graphs.";
    case TimingMethod::KernelSum:
        return "A CPU has no kernels to add up.";
    default:
        return {};
    }
}

std::vector<MethodFinding> findingsOf(const MethodComparison &comparison, bool asynchronousDevice)
{
    return Findings(comparison, asynchronousDevice).all();
}

} // namespace rooflight
