// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/call_comparison.h"

#include "core/model/error_sentences.h"
#include "core/model/paired_trials.h"
#include "core/roofline/operator_proof.h"
#include "core/timing/latency/paired_runs.h"

#include <algorithm>
#include <array>
#include <utility>

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
    const auto rounds = static_cast<std::int64_t>(ratio.rounds);
    if (!variant.failure.empty() && rounds < roundsOfInterval)
        op.failed.push_back({ variant.experiment, variant.failure });
    else if (rounds > 0)
        op.experiments.push_back({ variant.experiment, ratio.median, ratio.interval, rounds });
}

void addFailure(ExplainedOperator &op, Experiment experiment, const Error &error)
{
    if (error.code != ErrorCode::Cancelled)
        op.failed.push_back({ experiment, sentenceOf(error) });
}

Result<bool> isPrepared(BenchmarkPool &pool, const CallVariant &variant)
{
    const Result<BenchmarkResponse> response =
        pool.ask(*variant.process, { .task = BenchmarkTask::PrepareCall, .call = variant.call });
    if (!response.ok())
        return response.error();
    return response.value().applies;
}

void addIfPrepared(BenchmarkPool &pool, ExplainedOperator &op, std::vector<CallVariant> &variants, CallVariant variant)
{
    const Result<bool> prepared = isPrepared(pool, variant);
    if (!prepared.ok())
        addFailure(op, variant.experiment, prepared.error());
    else if (prepared.value())
        variants.push_back(std::move(variant));
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
    return variant.failure.empty() && ratio.rounds > 0 && ratio.median < relevantRatio
        && ratio.interval[1] >= noEffectRatio;
}

bool needMoreRounds(const std::vector<CallVariant> &variants)
{
    const bool controlFailed = std::ranges::any_of(variants, [](const CallVariant &variant) {
        return variant.experiment == Experiment::Control && !variant.failure.empty();
    });
    return !controlFailed && std::ranges::any_of(variants, mayBeFaster);
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
        limits.hadOtherLoad = m_watchOtherLoad;
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
        variants[i]->failure = paired[i].failure;
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

void CallComparison::compareBackgroundLoads(ExplainedOperator &op, BenchmarkProcess &process, const CallRequest &call,
                                            int threads, double seconds)
{
    CallVariant computing { .experiment = Experiment::MemoryLoad,
                            .process = &process,
                            .call = call,
                            .background = BackgroundWork::Computing,
                            .backgroundThreads = threads,
                            .times = {} };
    computing.call.threads = threads;
    CallVariant writing = computing;
    writing.background = BackgroundWork::WritingMemory;
    if (const Result<void> compared = compare({ &computing, &writing }, seconds); !compared.ok())
        return addFailure(op, writing.experiment, compared.error());
    if (!decidesMemory(ratioOf(writing).interval))
        static_cast<void>(compare({ &computing, &writing }, seconds)); // if that fails, what the first times say stays
    addRatio(op, writing);
}

double CallComparison::timed(const CallVariant &variant, std::int64_t calls)
{
    const bool isBeside = variant.background != BackgroundWork::None;
    if (isBeside) {
        if (const Result<void> set = setBackground(variant.background, variant.backgroundThreads); !set.ok())
            throw RaisedError(set.error());
    }
    const Result<BenchmarkResponse> response =
        m_pool.ask(*variant.process, { .task = BenchmarkTask::TimeCall, .count = calls, .call = variant.call });
    if (isBeside) // after a failure, too: other calls are timed next. Of a lost process nothing goes on
        static_cast<void>(setBackground(BackgroundWork::None, 0));
    if (!response.ok())
        throw RaisedError(response.error());
    return response.value().ns;
}

Result<void> CallComparison::setBackground(BackgroundWork work, int threads)
{
    const Result<BenchmarkResponse> set =
        m_pool.ask(*m_background, { .task = BenchmarkTask::Disturb, .count = threads, .background = work });
    return set.ok() ? Result<void>() : set.error();
}

namespace {

/// Of changes that are made in the process of the call as it is.
constexpr std::array inPlainProcess {
    std::pair { Experiment::MemoryFormat, CallChange::ChannelsLast },
    std::pair { Experiment::Contiguous, CallChange::Contiguous },
    std::pair { Experiment::Tf32, CallChange::Tf32 },
    std::pair { Experiment::NoTf32, CallChange::NoTf32 },
    std::pair { Experiment::Float16, CallChange::Float16 },
    std::pair { Experiment::BFloat16, CallChange::BFloat16 },
    std::pair { Experiment::Padding, CallChange::Padded },
    std::pair { Experiment::HalfBytes, CallChange::SmallFootprint },
    std::pair { Experiment::CopiedBytes, CallChange::CopiedBytes },
};

/// So many that the launch of the first is a small part, and no more than take two milliseconds.
std::int64_t callsInARow(double callNs)
{
    constexpr double longNs = 2e6;
    constexpr double least = 2;
    constexpr double most = 20;
    return static_cast<std::int64_t>(std::clamp(longNs / std::max(callNs, 1.0), least, most));
}

TrialControl controlOf(const CallVariant &control, bool hadOtherLoad)
{
    const PairedRatio ratio = ratioOf(control);
    return { ratio.median, ratio.interval, static_cast<std::int64_t>(ratio.rounds), hadOtherLoad };
}

} // namespace

std::vector<CallVariant> GpuExperiments::changes(ExplainedOperator &op, const CallRequest &request)
{
    CallVariant plain { .experiment = Experiment::Control, .process = m_processes.plain, .call = request, .times = {} };
    plain.call.timing = CallTiming::Held;
    Result<bool> prepared = isPrepared(m_pool, plain);
    if (!prepared.ok() || !prepared.value()) {
        plain.call.timing = CallTiming::AsCalled;
        prepared = isPrepared(m_pool, plain);
    }
    if (!prepared.ok())
        addFailure(op, plain.experiment, prepared.error());
    if (!prepared.ok() || !prepared.value())
        return {};
    m_callNs = warmCallNs(m_pool, plain);
    std::vector<CallVariant> variants { plain };
    const auto add = [&](Experiment experiment, BenchmarkProcess *process, CallChange change, double perItem = 1) {
        if (!process)
            return;
        CallVariant variant = plain;
        variant.experiment = experiment;
        variant.process = process;
        variant.call.change = change;
        variant.perItem = perItem;
        addIfPrepared(m_pool, op, variants, std::move(variant));
    };
    add(Experiment::Control, m_processes.control, CallChange::None);
    for (const auto &[experiment, change] : inPlainProcess)
        add(experiment, m_processes.plain, change);
    if (plain.call.timing == CallTiming::Held) { // else it would save launches
        // By the copy a proof knows what a larger batch saves by reading once what all items share.
        const bool knowsMemory = variants.back().experiment == Experiment::CopiedBytes;
        add(Experiment::LargerBatch, m_processes.plain, knowsMemory ? CallChange::LargerBatch : CallChange::Merged,
            1.0 / mergedCalls);
    }
    add(Experiment::CudnnBenchmark, m_processes.benchmarks, CallChange::CudnnBenchmark);
    if (request.caches == Caches::Cold) {
        CallVariant warm = plain;
        warm.experiment = Experiment::ColdCaches;
        warm.call.caches = Caches::Warm;
        variants.push_back(std::move(warm));
    }
    // Whether cuDNN's timing applies, the process of the call as it is knows, too.
    CallVariant benchmarked = plain;
    benchmarked.call.change = CallChange::CudnnBenchmark;
    for (const FailedExperiment &failed : m_notLoaded) {
        const Result<bool> applies =
            failed.id == Experiment::CudnnBenchmark ? isPrepared(m_pool, benchmarked) : Result<bool>(true);
        if (!applies.ok() || applies.value())
            op.failed.push_back(failed);
    }
    return variants;
}

void GpuExperiments::compareLaunches(ExplainedOperator &op, const CallRequest &request, CallComparison &comparison,
                                     double seconds)
{
    if (!m_processes.graphs)
        return;
    CallVariant called {
        .experiment = Experiment::Control, .process = m_processes.plain, .call = request, .times = {}
    };
    called.call.caches = Caches::Warm; // what flushes them would be launched, too
    called.call.timing = CallTiming::AsCalled;
    called.call.row = callsInARow(m_callNs);
    CallVariant control = called;
    control.process = m_processes.control;
    CallVariant graph = called;
    graph.experiment = Experiment::CudaGraph;
    graph.process = m_processes.graphs;
    graph.call.timing = CallTiming::Graph;
    // Behind a stop it is not known, either.
    const auto fail = [&op, &graph](const Error &error) {
        const bool isStopped = error.code == ErrorCode::Cancelled;
        op.failed.push_back({ graph.experiment, isStopped ? reasonOf(TrialDoubt::NoControl) : sentenceOf(error) });
    };
    for (const CallVariant *variant : { &called, &control, &graph }) {
        const Result<bool> prepared = isPrepared(m_pool, *variant);
        if (!prepared.ok())
            fail(prepared.error());
        if (!prepared.ok() || !prepared.value())
            return;
    }
    if (const Result<void> compared = comparison.compare({ &called, &control, &graph }, seconds); !compared.ok())
        return fail(compared.error());
    if (graph.failure.empty())
        graph.failure = control.failure; // without it there is no result, either
    const TrialDoubt doubt = doubtOf(controlOf(control, comparison.takeOtherLoad()));
    if (doubt == TrialDoubt::None)
        addRatio(op, graph);
    else
        op.failed.push_back({ graph.experiment, graph.failure.empty() ? reasonOf(doubt) : graph.failure });
}

} // namespace rooflight
