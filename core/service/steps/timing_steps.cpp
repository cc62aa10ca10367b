// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/model/error_sentences.h"
#include "core/service/steps/job_notices.h"
#include "core/service/steps/kept_files.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/device/torch_conditions.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/trials.h"
#include "core/timing/methods/method_comparison.h"
#include "core/timing/sweep/batch_model.h"
#include "core/torchscript/inputs/batch_dimension.h"
#include "core/torchscript/load/module_state.h"
#include "core/torchscript/profile/analyzer.h"

#include <stdexcept>

namespace rooflight {

namespace {

constexpr std::int64_t layerRunLimit = 100; ///< instrumented runs: all their samples are kept and sent

/// An error of a run, or that it is the batch that the model does not take.
std::optional<Error> explained(const Request &request, PreparedModel &model, std::optional<Error> error)
{
    if (!error || error->code == ErrorCode::OutOfMemory)
        return error;
    return explainBatch(*model.plain, model.specs, request.batch, *error);
}

Result<LoadedModel> loadTimed(const Request &request)
{
    return LoadedModel::load(request.model, request.device, request.execution);
}

std::optional<Error> sendReplayedLayers(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    return reporter.sendValue(replayLayers(model.instrumented(), *model.inputs, *model.analysis, model.operators,
                                           latencyLimits(request.limits), reporter.context("layers")),
                              [](LayerLatencies &) {});
}

} // namespace

bool sendLatency(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    reporter.progress("latency", 0, 0);
    Result<LoadedModel> loaded = loadTimed(request);
    if (!loaded.ok())
        return reporter.fail(loaded.error());
    LoadedModel timed = std::move(loaded).value();
    if (const auto batch = batchOf(model); !batch.ok())
        return reporter.fail(batch.error());
    const std::unique_ptr<DeviceConditionSampler> conditions = sampleConditions(timed.device());
    const auto complete = [&](ModelLatency &latency) { addConditions(*conditions, latency); };
    EnergyMeter energy(energyCounterOf(timed.device(), timed.execution().caches));
    energy.readIdle();
    const StateSizes before = stateSizes(timed.module());
    Measured<ModelLatency> measured = measureModelLatency(
        timed, *model.inputs, model.device, latencyLimits(request.limits),
        reporter.context("latency", conditions.get()), reporter.snapshotSink<ModelLatency>(complete), &energy);
    measured.error = explained(request, model, std::move(measured.error));
    if (const ComposedText change = changeText(before, stateSizes(timed.module())); !change.empty())
        reporter.send(noticeOf("keeps_state", phraseWith(phrases::keepsState, { change })));
    return reporter.sendMeasured(std::move(measured), complete);
}

std::optional<Error> sendLayers(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    reporter.progress("layers", 0, 0);
    if (request.replay)
        return sendReplayedLayers(request, model, reporter);
    TrialLimits limits = latencyLimits(request.limits);
    if (request.limits.runs == 0)
        limits.sampling.maximumCount = layerRunLimit;
    const std::unique_ptr<DeviceConditionSampler> conditions = sampleConditions(model.instrumented().device());
    const auto batch = batchOf(model);
    if (!batch.ok())
        return batch.error();
    const std::int64_t items = batch.value()->info.items;
    const auto complete = [&](LayerLatencies &latencies) {
        latencies.batch = items;
        addConditions(*conditions, latencies);
    };
    Measured<LayerLatencies> measured = measureLayerLatencies(
        model.instrumented(), *model.inputs, *model.analysis, model.operators, limits,
        reporter.context("layers", conditions.get()), reporter.snapshotSink<LayerLatencies>(complete));
    const auto completeWithKernels = [&](LayerLatencies &latencies) {
        complete(latencies);
        listKernels(model.instrumented(), *model.inputs, model.operators, reporter.context("layers"), latencies);
        timeGraphReplay(model.instrumented(), *model.inputs, reporter.context("layers"), latencies);
    };
    if (measured.error)
        return reporter.sendValue(std::move(measured), complete);
    return reporter.sendValue(std::move(measured), completeWithKernels);
}

bool sendMethods(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    reporter.progress("methods", 0, 0);
    std::optional<LoadedModel> timed;
    // Each method begins with a model just loaded: its first calls are what a program without warm-up would see.
    const auto freshModel = [&]() -> std::function<void()> {
        timed.reset();
        Result<LoadedModel> loaded = loadTimed(request);
        if (!loaded.ok())
            throw std::runtime_error(loaded.error().text);
        timed.emplace(std::move(loaded).value());
        return [&timed, &model] {
            timed->run(model.inputs->values);
            model.inputs->restore(); // also between the calls that one method times together
        };
    };
    const std::unique_ptr<DeviceConditionSampler> conditions = sampleConditions(model.plain->device());
    const auto batch = batchOf(model);
    if (!batch.ok())
        return reporter.fail(batch.error());
    const std::int64_t items = batch.value()->info.items;
    const auto complete = [&](MethodComparison &comparison) {
        comparison.device = model.device;
        comparison.execution = request.execution;
        comparison.batch = items;
        addConditions(*conditions, comparison);
    };
    const std::unique_ptr<TimedDevice> device = makeTimedDevice(model.plain->device());
    return reporter.sendMeasured(compareMethods(*device, freshModel, request.model, latencyLimits(request.limits),
                                                reporter.context("methods", conditions.get()),
                                                reporter.snapshotSink<MethodComparison>(complete)),
                                 complete);
}

bool sendSweep(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    Result<LoadedModel> loaded = loadTimed(request);
    if (!loaded.ok())
        return reporter.fail(loaded.error());
    LoadedModel timed = std::move(loaded).value();
    const auto costOf = [&](const ModelInputs &inputs) -> std::optional<Cost> {
        const Result<Analysis> analysis =
            analyze(model.instrumented(), inputs, *model.inspection, model.device, model.operators, model.convention);
        return analysis.ok() ? std::optional(analysis.value().totals.cost) : std::nullopt;
    };
    const auto found = batchOf(model);
    if (!found.ok())
        return reporter.fail(found.error());
    const BatchDimension &batch = *found.value();
    if (batch.isKnown() && !batch.exists())
        return reporter.fail(errorOf(ErrorSentence::SweepDimNone, {}));
    const std::unique_ptr<BatchModel> batches =
        makeBatchModel({ *model.plain, timed, model.specs, *model.inputs, batch, costOf });
    BatchSweep sweep = newSweep(request, model.device, model.inspection->model.sha256);
    if (!model.memoryIsLimited)
        sweep.memoryLimitBytes = 0;
    sweep.batchSource = batch.info.source;
    sweep.batchReason = batch.info.reason;
    if (const BatchRange range = batchRange(*model.plain, batch); range.smallest > 1 || range.largest) {
        sweep.smallestAllowed = range.smallest;
        sweep.largestAllowed = range.largest;
    }
    if (!request.sweep.restart)
        resumeFromFile(sweep);
    const std::optional<Error> error = sweepBatches(*batches, sweep, sweepLimits(request), reporter.context("sweep"),
                                                    [&reporter](const BatchSweep &known) { reporter.send(known); });
    return error ? reporter.fail(*error) : true;
}

} // namespace rooflight
