// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/paired_runs.h"

#include "core/model/error_sentences.h"
#include "core/sampling/shuffled_order.h"
#include "core/statistics/paired_ratio.h"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

namespace rooflight {

namespace {

/// Done when the time is over, though not before there are enough rounds unless these take far longer, or when the
/// trial says that all is known.
class RoundsCriterion : public StopCriterion
{
public:
    static constexpr double known = 1;
    static constexpr double longest = 3;

    RoundsCriterion(const PairedLimits &limits, SecondsClock now)
        : m_limits(limits)
        , m_now(std::move(now))
        , m_begin(m_now())
    {
    }

    void add(double value, std::int64_t) override
    {
        const double passed = m_now() - m_begin;
        const bool enough = ++m_rounds >= m_limits.minimumRounds || passed > longest * m_limits.seconds;
        if (value == known)
            m_reason = StopReason::Settled;
        else if (passed > m_limits.seconds && enough)
            m_reason = StopReason::TimeLimit;
    }
    [[nodiscard]] StopReason reason() const override { return m_reason; }
    void reset() override { *this = RoundsCriterion(m_limits, m_now); }

private:
    PairedLimits m_limits;
    SecondsClock m_now;
    double m_begin;
    std::int64_t m_rounds = 0;
    StopReason m_reason = StopReason::None;
};

/// Which rounds other programs left alone.
class QuietRounds
{
public:
    QuietRounds(std::function<bool()> hadOtherLoad, SecondsClock now)
        : m_hadOtherLoad(std::move(hadOtherLoad))
        , m_now(std::move(now))
    {
    }

    void begin()
    {
        m_blockBegan = m_now();
        if (m_hadOtherLoad)
            static_cast<void>(m_hadOtherLoad()); // what was there before
    }

    /// The kernel counts CPU time in ticks of 10 ms: short rounds are judged together. Those behind the last block are
    /// taken to be like it.
    void endRound()
    {
        constexpr double secondsOfBlock = 0.5;
        m_isQuiet.push_back(m_isQuiet.empty() || m_isQuiet.back());
        if (!m_hadOtherLoad || m_now() - m_blockBegan < secondsOfBlock)
            return;
        const bool hadLoad = m_hadOtherLoad();
        const bool isQuiet = !std::exchange(m_hadBefore, false) && !hadLoad;
        std::fill(m_isQuiet.begin() + static_cast<std::ptrdiff_t>(m_judged), m_isQuiet.end(), isQuiet);
        m_judged = m_isQuiet.size();
        m_blockBegan = m_now();
    }

    /// True if too few rounds are left without other load. A trial shorter than a block may not have had any.
    [[nodiscard]] bool hadOtherLoad() const
    {
        if (m_judged > 0 || !m_hadOtherLoad)
            return !areAll() && !suffice();
        m_hadBefore = m_hadOtherLoad() || m_hadBefore;
        return m_hadBefore;
    }

    /// True if the rounds left out so far stay left out. A variant may then leave by what the others show.
    [[nodiscard]] bool areKnown() const
    {
        return !m_hadOtherLoad || (m_judged == m_isQuiet.size() && (areAll() || suffice()));
    }

    /// The quiet samples of a variant, which has one in each round until it leaves. They are copied, to \p quiet, only
    /// if some rounds are left out.
    [[nodiscard]] std::span<const double> of(const std::vector<double> &samples, std::vector<double> &quiet) const
    {
        if (areAll() || !suffice())
            return samples;
        for (std::size_t round = 0; round < samples.size() && round < m_isQuiet.size(); ++round) {
            if (m_isQuiet[round])
                quiet.push_back(samples[round]);
        }
        return quiet;
    }

private:
    [[nodiscard]] bool suffice() const { return std::ranges::count(m_isQuiet, true) >= roundsOfInterval; }
    [[nodiscard]] bool areAll() const { return std::ranges::find(m_isQuiet, false) == m_isQuiet.end(); }

    std::function<bool()> m_hadOtherLoad;
    SecondsClock m_now;
    double m_blockBegan = 0;
    std::size_t m_judged = 0; ///< rounds
    mutable bool m_hadBefore = false; ///< looked up within the block that is not judged yet
    std::vector<bool> m_isQuiet;
};

class PairedTrial : public ResultTrial<PairedResult>
{
public:
    PairedTrial(const std::vector<PairedVariant> &variants, const PairedLimits &limits, const SecondsClock &now,
                const SnapshotSink<PairedResult> &sink)
        : ResultTrial(sink)
        , m_variants(variants)
        , m_limits(limits)
        , m_results(variants.size())
        , m_order(variants.size())
        , m_quietRounds(limits.hadOtherLoad, now)
    {
    }

    std::size_t variantCount() const override { return m_variants.size(); }
    bool takesPart(std::size_t variant) const override { return m_results[variant].failure.empty(); }

    Result<void> warmUpOnce(std::size_t variant, StopCriterion &criterion) override
    {
        SampledRuns &runs = m_results[variant].runs;
        if (const std::optional<double> ns = timed(variant, 1)) {
            runs.warmupNs.push_back(*ns);
            criterion.add(*ns);
        }
        return {};
    }

    void endWarmup(std::size_t variant, StopReason reason) override { m_results[variant].runs.endWarmup(reason); }

    void beginSampling() override
    {
        m_runs.resize(m_variants.size());
        for (std::size_t i = 0; i < m_variants.size(); ++i)
            m_runs[i] = takesPart(i);
        m_quietRounds.begin();
    }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        for (const std::size_t variant : m_order.next()) {
            if (m_runs[variant])
                sample(variant);
        }
        m_quietRounds.endRound();
        const bool allKnown = look();
        criterion.add(allKnown ? RoundsCriterion::known : 0);
        return {};
    }

    bool hasResult() const override { return !m_results.front().runs.warmupNs.empty(); }

    PairedResult result(StopReason end) const override
    {
        PairedResult result { m_results, end == StopReason::None };
        for (std::size_t i = 0; i < m_variants.size(); ++i) {
            PairedRuns &paired = result.variants[i];
            estimate(paired, m_variants[i]);
            std::vector<double> copied;
            const std::span<const double> quiet = quietSamples(i, copied);
            paired.runs.samplesNs.assign(quiet.begin(), quiet.end());
            if (m_variants[i].isControl)
                result.control = { paired.ratio, paired.ratioInterval,
                                   static_cast<std::int64_t>(paired.runs.samplesNs.size()) };
        }
        result.control.otherLoad = m_quietRounds.hadOtherLoad();
        return result;
    }

    Error currentExceptionError() const override
    {
        try {
            throw;
        } catch (const RaisedError &failure) {
            return failure.error();
        } catch (const std::exception &failure) {
            return { ErrorCode::ModelFailed, failure.what(), "" };
        }
    }

private:
    /// Nothing if it failed. The first's failure is that of all; a stop is no failure of the one that it came to.
    std::optional<double> timed(std::size_t variant, std::int64_t calls)
    {
        try {
            return m_variants[variant].run(calls);
        } catch (const std::exception &failure) {
            const auto *raised = dynamic_cast<const RaisedError *>(&failure);
            if (variant == 0 || (raised && raised->error().code == ErrorCode::Cancelled))
                throw;
            m_results[variant].failure = raised ? sentenceOf(raised->error()) : ComposedText(failure.what());
            if (!m_runs.empty())
                m_runs[variant] = false;
            return std::nullopt;
        }
    }

    /// Another process ran before, so a call that does not count brings the data back into the caches. A long call
    /// needs none, because that is a small part of it.
    void sample(std::size_t variant)
    {
        constexpr double longNs = 30e6;
        SampledRuns &runs = m_results[variant].runs;
        const double lastNs = runs.samplesNs.empty() ? runs.warmupNs.back() : runs.samplesNs.back();
        if (lastNs < longNs && !timed(variant, 1))
            return;
        if (const std::optional<double> ns = timed(variant, runs.callsPerSample))
            runs.samplesNs.push_back(*ns);
    }

    [[nodiscard]] std::span<const double> quietSamples(std::size_t variant, std::vector<double> &copied) const
    {
        return m_quietRounds.of(m_results[variant].runs.samplesNs, copied);
    }

    void estimate(PairedRuns &runs, const PairedVariant &variant) const
    {
        const auto control = std::ranges::find_if(m_variants, &PairedVariant::isControl);
        const bool hasControl = !variant.isControl && control != m_variants.end();
        std::array<std::vector<double>, 3> copied;
        std::span<const double> controlNs;
        if (hasControl)
            controlNs = quietSamples(static_cast<std::size_t>(control - m_variants.begin()), copied[0]);
        const PairedRatio ratio = pairedRatio(quietSamples(0, copied[1]), controlNs,
                                              m_quietRounds.of(runs.runs.samplesNs, copied[2]), variant.perItem);
        runs.ratio = ratio.median;
        runs.ratioInterval = ratio.interval;
    }

    /// After enough rounds the lower end of the interval decides. Before, all samples must be far above the first's.
    [[nodiscard]] bool isSlower(const PairedRuns &variant, std::int64_t rounds) const
    {
        return rounds >= m_limits.minimumRounds ? variant.ratioInterval[0] > 1
                                                : isFarSlower(variant.ratioInterval, rounds);
    }

    /// Lets slower variants go. True if the ratios of the others are known well enough.
    bool look()
    {
        std::vector<double> copied;
        const auto rounds = static_cast<std::int64_t>(quietSamples(0, copied).size());
        bool allKnown = rounds >= m_limits.minimumRounds;
        for (std::size_t i = 1; i < m_results.size(); ++i) {
            if (!m_runs[i])
                continue;
            estimate(m_results[i], m_variants[i]);
            const auto &[low, high] = m_results[i].ratioInterval;
            const bool mayLeave = m_limits.dropsSlower && !m_variants[i].isControl && m_quietRounds.areKnown();
            m_runs[i] = !mayLeave || !isSlower(m_results[i], rounds);
            allKnown = allKnown && (!m_runs[i] || high - low <= 2 * m_limits.relativeHalfWidth * m_results[i].ratio);
        }
        return allKnown;
    }

    const std::vector<PairedVariant> &m_variants;
    const PairedLimits &m_limits;
    std::vector<PairedRuns> m_results;
    std::vector<bool> m_runs; ///< takes part in the next round
    ShuffledOrder m_order;
    QuietRounds m_quietRounds;
};

} // namespace

Measured<PairedResult> pairRuns(const std::vector<PairedVariant> &variants, const PairedLimits &limits,
                                const MeasurementContext &context, const SnapshotSink<PairedResult> &sink)
{
    PairedTrial trial(variants, limits, context.now, sink);
    WarmupCriterion warmup(limits.warmup);
    RoundsCriterion rounds(limits, context.now);
    return measure(trial, warmup, rounds, context);
}

} // namespace rooflight
