// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/interleaved_runs.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/torchscript/torch_errors.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace ridgepoint {

namespace {

/// A ratio this close to 1 is none worth a word.
constexpr double sameWithin = 0.02;

std::string_view verdictOf(const std::array<double, 2> &ratioInterval)
{
    if (ratioInterval[1] < 1)
        return VariantVerdict::faster;
    if (ratioInterval[0] > 1)
        return VariantVerdict::slower;
    const bool narrow = ratioInterval[0] >= 1 - sameWithin && ratioInterval[1] <= 1 + sameWithin;
    return narrow ? VariantVerdict::same : VariantVerdict::unclear;
}

class Turns
{
public:
    Turns(const std::vector<TurnTaker> &takers, const TrialLimits &limits, const RunControl &control,
          const SoFar<InterleavedLatency> &soFar)
        : m_takers(takers)
        , m_limits(limits)
        , m_control(control)
        , m_soFar(soFar)
        , m_runs(takers.size())
    {
    }

    void warmUp()
    {
        for (std::size_t i = 0; i < m_takers.size(); ++i) {
            m_current = i;
            warmUpRuns(m_runs[i], m_takers[i].run, m_limits.warmup, m_control);
            if (m_runs[i].warmupEnd == StopReason::None)
                return;
        }
        m_warm = true;
    }

    void measure()
    {
        std::vector<MedianCriterion> rules(m_takers.size(), MedianCriterion(m_limits.sampling));
        const auto done = [&rules] { return std::ranges::all_of(rules, &MedianCriterion::isDone); };
        std::vector<std::size_t> order(m_takers.size());
        std::iota(order.begin(), order.end(), std::size_t { 0 });
        std::mt19937 random(12345); // the same order at every call
        while (m_warm && !done() && !m_control.cancelled()) {
            std::ranges::shuffle(order, random);
            std::vector<double> round(m_takers.size());
            for (const std::size_t i : order)
                round[i] = sampleNs(i);
            for (std::size_t i = 0; i < round.size(); ++i) {
                m_runs[i].samplesNs.push_back(round[i]);
                rules[i].add(round[i], m_runs[i].block);
            }
            m_control.progress(rounds(), 0);
            if (m_soFar && !done())
                m_pace.whenDue([this] { m_soFar(result()); });
        }
        m_done = m_warm && done();
    }

    [[nodiscard]] bool hasRuns() const { return !m_runs.empty() && !m_runs.front().warmupNs.empty(); }
    [[nodiscard]] const std::string &currentPath() const { return m_takers[m_current].path; }

    [[nodiscard]] InterleavedLatency result() const
    {
        InterleavedLatency latency;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            latency.variants.push_back(variant(i));
        latency.partial = !m_done;
        return latency;
    }

private:
    [[nodiscard]] std::int64_t rounds() const { return static_cast<std::int64_t>(m_runs.front().samplesNs.size()); }

    double sampleNs(std::size_t i)
    {
        m_current = i;
        const TimedCalls &run = m_takers[i].run;
        static_cast<void>(run(1));
        return run(m_runs[i].block);
    }

    [[nodiscard]] LatencyVariant variant(std::size_t i) const
    {
        LatencyVariant variant;
        variant.block = m_runs[i].block;
        variant.samples = headlineSampleSet(m_runs[i].warmupNs, m_runs[i].samplesNs);
        if (i == 0) {
            variant.verdict = VariantVerdict::baseline;
            return variant;
        }
        const std::vector<double> ratios = sortedRatios(i);
        if (ratios.empty()) {
            variant.verdict = VariantVerdict::unclear;
            return variant;
        }
        variant.ratio = quantile(ratios, 0.5);
        variant.ratioInterval = quantileInterval(ratios, 0.5);
        variant.verdict = verdictOf(variant.ratioInterval);
        return variant;
    }

    /// Of the rounds in which the first variant took any time.
    [[nodiscard]] std::vector<double> sortedRatios(std::size_t i) const
    {
        std::vector<double> ratios;
        const std::vector<double> &first = m_runs.front().samplesNs;
        for (std::size_t round = 0; round < first.size(); ++round) {
            if (first[round] > 0)
                ratios.push_back(m_runs[i].samplesNs[round] / first[round]);
        }
        std::ranges::sort(ratios);
        return ratios;
    }

    const std::vector<TurnTaker> &m_takers;
    const TrialLimits &m_limits;
    const RunControl &m_control;
    const SoFar<InterleavedLatency> &m_soFar;
    std::vector<SampledRuns> m_runs;
    std::size_t m_current = 0; ///< whose turn it is
    Pace m_pace;
    bool m_warm = false;
    bool m_done = false;
};

} // namespace

Measured<InterleavedLatency> interleaveRuns(const std::vector<TurnTaker> &takers, const TrialLimits &limits,
                                            const RunControl &control, const SoFar<InterleavedLatency> &soFar)
{
    Turns turns(takers, limits, control, soFar);
    Measured<InterleavedLatency> measured;
    try {
        turns.warmUp();
        turns.measure();
    } catch (...) {
        measured.error = currentExceptionAsError(turns.currentPath(), ModelStage::Running);
    }
    if (turns.hasRuns())
        measured.value = turns.result();
    return measured;
}

} // namespace ridgepoint
