// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/sampling/shuffled_order.h"
#include "core/statistics/paired_ratio.h"
#include "core/statistics/sample_set.h"
#include "core/torchscript/load/torch_errors.h"

namespace rooflight {

namespace {

class InterleavedTrial : public ResultTrial<InterleavedLatency>
{
public:
    InterleavedTrial(const std::vector<TimedVariant> &variants, const SnapshotSink<InterleavedLatency> &sink)
        : ResultTrial(sink)
        , m_variants(variants)
        , m_runs(variants.size())
        , m_order(variants.size() > 1 ? variants.size() + 1 : variants.size())
    {
    }

    std::size_t variantCount() const override { return m_variants.size(); }

    Result<void> warmUpOnce(std::size_t variant, StopCriterion &criterion) override
    {
        m_current = variant;
        m_runs[variant].warmupNs.push_back(m_variants[variant].run(1));
        criterion.add(m_runs[variant].warmupNs.back());
        return {};
    }

    void endWarmup(std::size_t variant, StopReason reason) override { m_runs[variant].endWarmup(reason); }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        const std::vector<std::size_t> order = m_order.next();
        std::vector<double> round(order.size());
        for (const std::size_t variant : order)
            round[variant] = sampleNs(isControl(variant) ? 0 : variant);
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            m_runs[i].samplesNs.push_back(round[i]);
            criterion.add(round[i], m_runs[i].callsPerSample);
        }
        if (isControl(round.size() - 1))
            m_controlNs.push_back(round.back());
        return {};
    }

    bool hasResult() const override { return !m_runs.empty() && !m_runs.front().warmupNs.empty(); }

    InterleavedLatency result(StopReason end) const override
    {
        InterleavedLatency latency;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            latency.variants.push_back(latencyVariant(i));
        if (m_runs.size() > 1) {
            const PairedRatio equal = pairedRatio(m_runs.front().samplesNs, m_controlNs);
            latency.control = { equal.median, equal.interval, static_cast<std::int64_t>(equal.rounds) };
        }
        judgeVariants(latency);
        latency.partial = end == StopReason::None;
        return latency;
    }

    Error currentExceptionError() const override
    {
        return currentExceptionAsError(m_variants[m_current].path, ModelStage::Running);
    }

private:
    /// The first once more, behind the others.
    [[nodiscard]] bool isControl(std::size_t variant) const { return variant == m_variants.size(); }

    double sampleNs(std::size_t variant)
    {
        m_current = variant;
        const TimedCalls &run = m_variants[variant].run;
        static_cast<void>(run(1));
        return run(m_runs[variant].callsPerSample);
    }

    [[nodiscard]] LatencyVariant latencyVariant(std::size_t i) const
    {
        LatencyVariant variant;
        variant.block = m_runs[i].callsPerSample;
        variant.samples = headlineSampleSet(m_runs[i].warmupNs, m_runs[i].samplesNs);
        if (i == 0)
            return variant;
        const PairedRatio ratio = pairedRatio(m_runs.front().samplesNs, m_controlNs, m_runs[i].samplesNs, 1);
        variant.ratio = ratio.median;
        variant.ratioInterval = ratio.interval;
        return variant;
    }

    const std::vector<TimedVariant> &m_variants;
    std::vector<SampledRuns> m_runs;
    std::vector<double> m_controlNs; ///< of the control, one a round
    ShuffledOrder m_order;
    std::size_t m_current = 0; ///< variant that runs now
};

} // namespace

Measured<InterleavedLatency> interleaveRuns(const std::vector<TimedVariant> &variants, const TrialLimits &limits,
                                            const MeasurementContext &context,
                                            const SnapshotSink<InterleavedLatency> &sink)
{
    InterleavedTrial trial(variants, sink);
    WarmupCriterion warmup(limits.warmup);
    VariantCriterion sampling(variants.size(), limits.sampling, context.now);
    return measure(trial, warmup, sampling, context);
}

} // namespace rooflight
