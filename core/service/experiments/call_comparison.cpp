// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/call_comparison.h"

#include "core/model/error_sentences.h"
#include "core/timing/latency/paired_runs.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::int64_t minimumRounds = 12;

void append(std::vector<double> &all, const std::vector<double> &more)
{
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

PairedRatio ratioOf(const CallVariant &variant)
{
    const VariantTimes &times = variant.times;
    return pairedRatio(times.plainNs, times.controlNs, times.ns, variant.perItem);
}

void addRatio(ExplainedOperator &op, const CallVariant &variant)
{
    const PairedRatio ratio = ratioOf(variant);
    if (ratio.rounds > 0)
        op.experiments.push_back(
            { variant.experiment, ratio.median, ratio.interval, static_cast<std::int64_t>(ratio.rounds) });
}

bool isPrepared(BenchmarkPool &pool, const CallVariant &variant)
{
    const Result<BenchmarkResponse> response =
        pool.ask(*variant.process, { .task = BenchmarkTask::PrepareCall, .call = variant.call });
    return response.ok() && response.value().applies;
}

double warmCallNs(BenchmarkPool &pool, const CallVariant &variant)
{
    const BenchmarkRequest once { .task = BenchmarkTask::TimeCall, .count = 1, .call = variant.call };
    static_cast<void>(pool.ask(*variant.process, once));
    const Result<BenchmarkResponse> response = pool.ask(*variant.process, once);
    return response.ok() ? response.value().ns : 0;
}

bool mayBeFaster(const CallVariant &variant)
{
    const PairedRatio ratio = ratioOf(variant);
    return ratio.rounds > 0 && ratio.median < relevantRatio && ratio.interval[1] >= noEffectRatio;
}

bool hasOtherLoad(const CallVariant &variant, const OtherLoad &load)
{
    return variant.call.timing != CallTiming::Held && load.isThere();
}

void CallComparison::setProgress(double begin, double end)
{
    m_progressBegin = begin;
    m_progressEnd = end;
}

Result<void> CallComparison::compare(const std::vector<CallVariant *> &variants, double seconds)
{
    std::vector<PairedVariant> compared;
    for (const CallVariant *variant : variants) {
        compared.push_back(
            { [this, variant](std::int64_t calls) { return timed(*variant, calls); }, variant->perItem });
    }
    PairedLimits limits;
    limits.seconds = seconds;
    limits.minimumRounds = minimumRounds;
    limits.dropsSlower = false;
    limits.warmup.maximumSeconds = seconds / static_cast<double>(4 * variants.size());
    if (variants.front()->call.timing != CallTiming::Held)
        limits.hadOtherLoad = watchOtherLoad(m_pool);
    MeasurementContext context = m_reporter.context("explain");
    const double began = context.now();
    context.progress = [this, now = context.now, began, seconds](std::int64_t, std::int64_t) {
        const double done = std::min((now() - began) / seconds, 1.0);
        m_pool.showProgress(m_progressBegin + (m_progressEnd - m_progressBegin) * done);
    };
    const Measured<PairedResult> measured = pairRuns(compared, limits, context);
    if (measured.error)
        return *measured.error;
    if (!measured.value) { // stopped before its first call
        m_isPartial = true;
        return {};
    }
    m_progressBegin = m_progressEnd; // what is compared again shows no progress of its own
    m_isPartial = m_isPartial || measured.value->partial;
    m_hadOtherLoad = m_hadOtherLoad || measured.value->control.otherLoad;
    const std::vector<PairedRuns> &paired = measured.value->variants;
    const bool hasControl = variants.size() > 1 && variants[1]->experiment == Experiment::Control;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (!paired[i].failure.empty())
            continue;
        VariantTimes &times = variants[i]->times;
        append(times.ns, paired[i].runs.samplesNs);
        append(times.plainNs, paired.front().runs.samplesNs);
        if (hasControl && i > 1)
            append(times.controlNs, paired[1].runs.samplesNs);
    }
    return {};
}

double CallComparison::timed(const CallVariant &variant, std::int64_t calls)
{
    const bool isBeside = variant.background != BackgroundWork::None;
    if (isBeside)
        setBackground(variant.background, variant.backgroundThreads);
    const Result<BenchmarkResponse> response =
        m_pool.ask(*variant.process, { .task = BenchmarkTask::TimeCall, .count = calls, .call = variant.call });
    if (isBeside) // after a failure, too: other calls are timed next
        setBackground(BackgroundWork::None, 0);
    if (!response.ok())
        throw RaisedError(response.error());
    return response.value().ns;
}

void CallComparison::setBackground(BackgroundWork work, int threads)
{
    static_cast<void>(
        m_pool.ask(*m_background, { .task = BenchmarkTask::Disturb, .count = threads, .background = work }));
}

} // namespace rooflight
