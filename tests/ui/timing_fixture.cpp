// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/timing_fixture.h"

#include "core/results/result_kinds.h"
#include "tests/ui/session_fixture.h"

namespace rooflight::fixture {

MethodComparison methods()
{
    MethodComparison comparison;
    comparison.device = { "cuda", 0, "A GPU", "", "", 0 };
    comparison.reference = TimingMethod::EventsHeld;
    MethodTiming naive;
    naive.method = TimingMethod::Naive;
    naive.samples = samplesAround(2e5, 50);
    naive.withoutWarmup = naive.samples.summary;
    naive.biasNs = -1.8e6;
    naive.bias = -0.9;
    MethodTiming held;
    held.method = TimingMethod::EventsHeld;
    held.samples = samplesAround(2e6, 50);
    held.withoutWarmup = held.samples.summary;
    MethodTiming graph;
    graph.method = TimingMethod::GraphReplay;
    graph.unavailable = "It cannot be captured.";
    comparison.methods = { naive, held, graph };
    comparison.findings = { { "queueing_only", TimingMethod::Naive, "text of the worker" },
                            { "newer", TimingMethod::Naive, "something new" } };
    return comparison;
}

namespace {

/// Samples scatter, and their median with them; what is written about them should not.
SampleSet samplesWithMedian(double medianNs)
{
    SampleSet samples = samplesAround(medianNs, 60);
    samples.summary.medianNs = medianNs;
    return samples;
}

} // namespace

Remedies remedies()
{
    Remedies remedies;
    remedies.model = "/models/resnet18.pt";
    remedies.medianNs = 4e6;
    Remedy bfloat16;
    bfloat16.id = RemedyId::BFloat16;
    bfloat16.setup = withRemedy({}, RemedyId::BFloat16);
    bfloat16.change = { 2e6, 8, 0.5, { 0.4, 0.6 }, 0.125, 0.0625, 500 };
    Remedy tf32;
    tf32.id = RemedyId::Tf32;
    tf32.obstacle = RemedyObstacle::OnlyOnGpu;
    remedies.remedies = { bfloat16, tf32 };
    remedies.best = { { RemedyId::BFloat16 }, bfloat16.setup, bfloat16.change };
    return remedies;
}

InterleavedLatency interleaved()
{
    InterleavedLatency result;
    result.device = { "cpu", 0, "A CPU", "", "", 2 };
    LatencyVariant first;
    first.model = "/models/resnet18.pt";
    first.samples = samplesWithMedian(4e6);
    first.verdict = VariantVerdict::Baseline;
    LatencyVariant frozen = first;
    frozen.execution.executor = Executor::Frozen;
    frozen.samples = samplesWithMedian(3e6);
    frozen.ratio = 0.75;
    frozen.ratioInterval = { 0.7, 0.8 };
    frozen.verdict = VariantVerdict::Faster;
    LatencyVariant other = first;
    other.model = "/models/resnet34.pt";
    other.samples = samplesWithMedian(7e6);
    other.ratio = 1.75;
    other.ratioInterval = { 1.7, 1.8 };
    other.verdict = VariantVerdict::Slower;
    LatencyVariant again = first;
    again.ratio = 1.01;
    again.ratioInterval = { 0.9, 1.1 };
    again.verdict = VariantVerdict::Unclear;
    result.variants = { first, frozen, other, again };
    return result;
}

BatchSweep sweep()
{
    BatchSweep result;
    result.device = { "cpu", 0, "A CPU", "", "", 2 };
    for (const std::int64_t batch : { 1, 2, 4 }) {
        BatchPoint point;
        point.batch = batch;
        point.outcome = BatchOutcome::Fits;
        point.samples = samplesAround(1e6 * double(batch), 120);
        point.throughputPerSecond = 1000;
        point.peakBytes = 1000 * batch;
        result.points.push_back(point);
    }
    BatchPoint unfit;
    unfit.batch = 5;
    unfit.outcome = BatchOutcome::OutOfMemory;
    result.points.push_back(unfit);
    result.largest = result.recommended = 4;
    result.best = 1;
    result.end = "memory";
    return result;
}

PipelineLatency pipeline()
{
    PipelineLatency result;
    result.device = { "cuda", 0, "A GPU", "", "", 0 };
    result.stages = { { "a.pt", true, false }, { "busy 5 ms", false, false } };
    for (const StageSeparation separation : { StageSeparation::Synchronized, StageSeparation::Events }) {
        PipelineMode mode;
        mode.mode = separation;
        mode.endToEnd = samplesAround(7e6, 50);
        mode.stages.resize(2);
        mode.medianRun = { { 0, 1e5, 1e4, 2e6 }, { 2e6, 7e6, 2e6, 7e6 } };
        result.modes.push_back(mode);
    }
    result.synchronizationCostNs = 2e5;
    result.synchronizationCostIntervalNs = { 1e5, 3e5 };
    result.explanation = "as it was written";
    return result;
}

Session allTimings()
{
    Session session = resnet18();
    session.interleaved = interleaved();
    session.methods = methods();
    session.sweep = sweep();
    session.pipeline = pipeline();
    return session;
}

Session everyResult()
{
    Session session = allTimings();
    session.remedies = remedies();
    session.inspection.emplace().model = session.analysis->model;
    Explanation &explanation = session.explanation.emplace();
    explanation.model = session.analysis->model.path;
    explanation.threads = 2;
    ExplainedOperator &op = explanation.operators.emplace_back();
    op.medianNs = 1e6;
    op.pageFaults = 1000;
    op.experiments = { { Experiment::Control, 1, { 0.98, 1.02 }, 8 },
                       { Experiment::PageFaults, 0.25, { 0.2, 0.3 }, 8 } };
    forEachPlainKind(
        [&session](const auto &kind) { (session.*kind.part).emplace().device = session.analysis->device; });
    return session;
}

} // namespace rooflight::fixture
