// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/record/small_timing_records.h"

using namespace rooflight;

Conditions smallConditions()
{
    Conditions conditions;
    conditions.readings = 3;
    conditions.clockHz = { 1.5e9, 1.75e9, 2e9 };
    conditions.temperatureCelsius = { 60, 61.5, 63 };
    conditions.throttleReasons = { ThrottleReason::PowerCap, ThrottleReason::Heat };
    return conditions;
}

ModelLatency smallLatency()
{
    ModelLatency latency;
    latency.device = { "cpu", 0, "A CPU", "", "", 2 };
    latency.method = "steady_clock";
    latency.execution.executor = Executor::Frozen;
    latency.execution.precision = ModelPrecision::BFloat16;
    latency.execution.memoryFormat = MemoryFormat::ChannelsLast;
    latency.execution.tf32 = Tf32::Allowed;
    latency.execution.caches = Caches::Cold;
    latency.batch = 2;
    latency.block = 10;
    latency.warmupEnd = "settled";
    latency.end = "count_limit";
    latency.samples.warmupNs = { 9.5 };
    latency.samples.samplesNs = { 1, 3 };
    latency.samples.summary = {
        2, 2, 1.5, 0.75, 1, 3, 2, { { 1, {} }, { 99.9, 2.5 } }, 1, 1, { 1, 3 }, std::array { 1.5, 2.5 }, 0
    };
    latency.samples.flags = { SampleFlag::FewSamples };
    latency.throughputPerSecond = 0.1;
    latency.conditions = smallConditions();
    latency.batchSource = BatchSource::Given;
    latency.energy = { 0.5, std::array { 0.25, 0.75 }, 30.5, EnergySource::Rapl, {} };
    return latency;
}

LayerLatencies smallLayers()
{
    LayerLatencies layers;
    layers.device = { "cuda", 1, "A GPU", "GPU-1", "580.1", 0 };
    layers.method = "events";
    layers.bareMedianNs = 1e6;
    ItemLatency item;
    item.item = { ItemId::Kind::Operator, 3 };
    item.firstRunNs = 5;
    item.samples.samplesNs = { 1.25 };
    item.kernels = { { "void gemm<128, 64>(float*)", 2, 1.5, 0.5 } };
    layers.items = { item };
    layers.noKernels = "CUPTI is missing.";
    return layers;
}

InterleavedLatency smallInterleaved()
{
    InterleavedLatency interleaved;
    interleaved.device = { "cpu", 0, "A CPU", "", "", 2 };
    interleaved.batch = 2;
    LatencyVariant first;
    first.model = "a.pt";
    first.verdict = VariantVerdict::Baseline;
    LatencyVariant second;
    second.model = "b.pt";
    second.execution.executor = Executor::Frozen;
    second.block = 20;
    second.samples.samplesNs = { 2 };
    second.ratio = 0.5;
    second.ratioInterval = { 0.25, 0.75 };
    second.verdict = VariantVerdict::Faster;
    interleaved.variants = { first, second };
    interleaved.partial = true;
    return interleaved;
}

MethodComparison smallMethods()
{
    MethodComparison methods;
    methods.device = { "cpu", 0, "A CPU", "", "", 2 };
    methods.reference = TimingMethod::Synchronized;
    MethodTiming naive;
    naive.method = TimingMethod::Naive;
    naive.samples.samplesNs = { 2 };
    naive.biasNs = -1;
    naive.bias = -0.5;
    naive.firstCallsBias = 0.25;
    MethodTiming events;
    events.method = TimingMethod::Events;
    events.unavailable = "A CPU has none.";
    methods.methods = { naive, events };
    methods.findings = { { "agree", TimingMethod::Naive, "All agree." } };
    return methods;
}

BatchSweep smallSweep()
{
    BatchSweep sweep;
    sweep.device = { "cpu", 0, "A CPU", "", "", 2 };
    sweep.model = "ab12";
    sweep.inputs = { "1x3" };
    sweep.maximumBatch = 8;
    sweep.margin = 0.125;
    BatchPoint point;
    point.batch = 4;
    point.outcome = BatchOutcome::Fits;
    point.probeNs = 7;
    point.peakBytes = 9007199254740993;
    point.throughputPerSecond = 1.5;
    point.flops = 12;
    point.bytes = 24;
    point.allocatedBytes = 9007199254740995;
    point.reservedBytes = 4096;
    point.conditions = smallConditions();
    sweep.points = { point };
    sweep.largest = sweep.best = sweep.recommended = 4;
    sweep.knee = 2;
    sweep.confirmed = true;
    sweep.end = "memory";
    return sweep;
}

PipelineLatency smallPipeline()
{
    PipelineLatency pipeline;
    pipeline.device = { "cpu", 0, "A CPU", "", "", 2 };
    pipeline.stages = { { "a.pt", true, false }, { "copy", false, true } };
    PipelineMode mode;
    mode.mode = StageSeparation::Events;
    mode.stages.resize(2);
    mode.medianRun = { { 0, 1, 0, 2 }, { 1, 3, 1, 3 } };
    pipeline.modes = { mode };
    pipeline.synchronizationCostNs = 0.5;
    pipeline.synchronizationCostIntervalNs = { 0.25, 0.75 };
    pipeline.explanation = "Nothing to wait for.";
    pipeline.partial = true;
    return pipeline;
}

Remedies smallRemedies()
{
    Remedies remedies;
    remedies.model = "/models/a.pt";
    remedies.device = { "cpu", 0, "A CPU", "", "", 2 };
    remedies.medianNs = 4;
    remedies.medianInterval = { 3.5, 4.5 };
    remedies.peakBytes = 1000;
    remedies.energy = { {}, {}, {}, {}, composedText("this machine has no counter") };
    Remedy bfloat16;
    bfloat16.id = RemedyId::BFloat16;
    bfloat16.setup = withRemedy(remedies.setup, RemedyId::BFloat16);
    bfloat16.change = { 2, 8, 0.5, { 0.25, 0.75 }, 0.125, 0.0625, 500 };
    bfloat16.change.energy = { 0.5, std::array { 0.25, 0.75 }, 30.5, EnergySource::Rapl, {} };
    Remedy tf32;
    tf32.id = RemedyId::Tf32;
    tf32.obstacle = RemedyObstacle::OnlyOnGpu;
    remedies.remedies = { bfloat16, tf32 };
    remedies.best = { { RemedyId::BFloat16 }, bfloat16.setup, bfloat16.change };
    return remedies;
}

Explanation smallExplanation()
{
    Explanation explanation;
    explanation.model = "/models/a.pt";
    explanation.device = { "cpu", 0, "A CPU", "", "", 2 };
    explanation.threads = 2;
    explanation.operators = { { 1,
                                4000,
                                16,
                                1.5,
                                { { Experiment::PageFaults, 0.25, { 0.25, 0.5 }, 8 },
                                  { Experiment::HugePages, 1.5, { 1.25, 2 }, 8 } },
                                "" },
                              { 2, 0, 0, 0, {}, "it raised" } };
    return explanation;
}
