// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_comparison.h"
#include "core/timing/methods/method_timers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

constexpr double relevanceThreshold = 0.02; ///< share of the reference below which a difference is not reported

class Findings
{
public:
    Findings(const MethodComparison &comparison, bool asynchronous)
        : m_comparison(comparison)
        , m_asynchronous(asynchronous)
    {
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
            judgeHostClock(TimingMethod::Naive);
            judgeHostClock(TimingMethod::Throughput);
        }
        judgeFirstCalls();
        if (m_findings.empty() || onlyFirstCalls())
            addAgreementFinding();
        return std::move(m_findings);
    }

private:
    [[nodiscard]] const MethodTiming *find(const OpenEnum<TimingMethod> &method) const
    {
        return timingOf(m_comparison, method);
    }

    /// A method that was used and differs enough from the reference.
    [[nodiscard]] const MethodTiming *differing(TimingMethod method) const
    {
        const MethodTiming *timing = find(method);
        const bool used = timing && timing->samples.summary.count > 0 && method != m_comparison.reference;
        return used && std::abs(timing->bias) > relevanceThreshold ? timing : nullptr;
    }

    void add(std::string_view code, const MethodTiming &timing)
    {
        MethodFinding finding { std::string(code), timing.method, {} };
        finding.text = textOf(finding, m_comparison, m_asynchronous).text;
        m_findings.push_back(std::move(finding));
    }

    void judgeNaive()
    {
        const MethodTiming *naive = differing(TimingMethod::Naive);
        if (naive && naive->bias <= 0)
            add("queueing_only", *naive);
    }

    void judgeSynchronized()
    {
        const MethodTiming *synchronized = differing(TimingMethod::Synchronized);
        if (synchronized && synchronized->bias >= 0)
            add("waiting_included", *synchronized);
    }

    void judgeThroughput()
    {
        if (const MethodTiming *throughput = differing(TimingMethod::Throughput))
            add("pipelined", *throughput);
    }

    void judgeEvents()
    {
        const MethodTiming *events = differing(TimingMethod::Events);
        if (events && events->bias >= 0)
            add("host_gaps", *events);
    }

    void judgeGraph()
    {
        if (const MethodTiming *graph = differing(TimingMethod::GraphReplay))
            add("graph", *graph);
    }

    void judgeKernels()
    {
        if (const MethodTiming *kernels = differing(TimingMethod::KernelSum))
            add(kernels->bias < 0 ? "gaps_between_kernels" : "kernels_overlap", *kernels);
    }

    /// Without a queue both clocks time the same work.
    void judgeHostClock(TimingMethod method)
    {
        const MethodTiming *clock = differing(method);
        if (!clock)
            return;
        const Summary &summary = clock->samples.summary;
        const Summary &reference = find(m_comparison.reference)->samples.summary;
        const bool apart = summary.medianIntervalNs[0] > reference.medianIntervalNs[1]
            || summary.medianIntervalNs[1] < reference.medianIntervalNs[0];
        add(apart ? "clocks_differ" : "clocks_unsure", *clock);
    }

    void judgeFirstCalls()
    {
        // A queue is held back only when the first calls are over.
        const bool held = m_comparison.reference == TimingMethod::EventsHeld;
        const MethodTiming *timing = find(held ? TimingMethod::Events : m_comparison.reference);
        if (timing && !timing->samples.warmupNs.empty() && timing->firstCallsBias > relevanceThreshold)
            add("cold_start", *timing);
    }

    [[nodiscard]] bool onlyFirstCalls() const
    {
        return m_findings.size() == 1 && m_findings.front().code == "cold_start";
    }

    /// The method whose median is farthest from the reference's; the reference if there is no other.
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
        add("agree", other);
    }

    const MethodComparison &m_comparison;
    bool m_asynchronous;
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
