// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/request/latency_variants.h"
#include "core/sampling/other_load_sampler.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/device/torch_conditions.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/inputs/converted_inputs.h"

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

/// A variant, ready to be run.
struct LoadedVariant {
    LoadedModel model;
    ModelInputs inputs;

    static Result<LoadedVariant> load(const VariantChoice &choice, const Request &request,
                                      const std::vector<InputSpec> &specs);
};

Result<LoadedVariant> LoadedVariant::load(const VariantChoice &choice, const Request &request,
                                          const std::vector<InputSpec> &specs)
{
    Execution unoptimized;
    unoptimized.executor = Executor::Unoptimized;
    unoptimized.method = choice.execution.method;
    Result<LoadedModel> plain = LoadedModel::load(choice.model, request.device, unoptimized);
    if (!plain.ok())
        return plain.error();
    Result<BatchedInputs> made = makeBatchedInputs(plain.value(), specs, request);
    if (!made.ok())
        return made.error();
    ModelInputs inputs = std::move(made.value().inputs);
    Result<LoadedModel> model = LoadedModel::load(choice.model, request.device, choice.execution);
    if (!model.ok())
        return model.error();
    return LoadedVariant { std::move(model).value(), convertedInputs(std::move(inputs), choice.execution) };
}

using LoadedVariants = std::vector<LoadedVariant>;

Result<LoadedVariants> loadAll(const std::vector<VariantChoice> &choices, const Request &request,
                               const std::vector<InputSpec> &specs)
{
    LoadedVariants loaded;
    for (const VariantChoice &choice : choices) {
        Result<LoadedVariant> variant = LoadedVariant::load(choice, request, specs);
        if (!variant.ok())
            return variant.error();
        loaded.push_back(std::move(variant).value());
    }
    return loaded;
}

TimedVariant timedVariant(LoadedVariant &variant, TimedDevice &device)
{
    return { variant.model.path(), [&variant, &device](std::int64_t calls) {
                const auto run = [&variant] { variant.model.run(variant.inputs.values); };
                return timedCallsNs(device, run, calls, variant.model.execution().caches, variant.inputs.keeper.get());
            } };
}

} // namespace

Result<std::vector<std::string>> variantFiles(const Request &request)
{
    const Result<std::vector<VariantChoice>> variants = variantsOf(request);
    if (!variants.ok())
        return variants.error();
    std::vector<std::string> files;
    for (const VariantChoice &variant : variants.value()) {
        if (std::ranges::find(files, variant.model) == files.end())
            files.push_back(variant.model);
    }
    return files;
}

bool sendInterleaved(const Request &request, PreparedModel &prepared, JobReporter &reporter)
{
    reporter.enter(JobStage::Loading);
    reporter.progress("load", 0, 0);
    const Result<std::vector<VariantChoice>> variants = variantsOf(request);
    if (!variants.ok())
        return reporter.fail(variants.error());
    Result<LoadedVariants> loaded = loadAll(variants.value(), request, prepared.specs);
    if (!loaded.ok())
        return reporter.fail(loaded.error());

    reporter.enter(JobStage::Measuring);
    reporter.progress("latency", 0, 0);
    const std::unique_ptr<TimedDevice> device = makeTimedDevice(loaded.value().front().model.device());
    std::vector<TimedVariant> timed;
    for (LoadedVariant &variant : loaded.value())
        timed.push_back(timedVariant(variant, *device));
    const OtherLoadSampler load;
    const std::unique_ptr<DeviceConditionSampler> conditions = sampleConditions(loaded.value().front().model.device());
    const auto batch = batchOf(prepared);
    if (!batch.ok())
        return reporter.fail(batch.error());
    const std::int64_t items = batch.value()->info.items;
    const auto complete = [&](InterleavedLatency &latency) {
        latency.device = prepared.device;
        latency.batch = items;
        const std::vector<OpenEnum<SampleFlag>> flags = load.flags();
        if (latency.control)
            latency.control->otherLoad = hasFlag(flags, SampleFlag::OtherLoad);
        judgeVariants(latency);
        for (std::size_t i = 0; i < latency.variants.size(); ++i) {
            latency.variants[i].model = variants.value()[i].model;
            latency.variants[i].execution = variants.value()[i].execution;
            std::ranges::copy(flags, std::back_inserter(latency.variants[i].samples.flags));
        }
        addConditions(*conditions, latency);
    };
    return reporter.sendMeasured(interleaveRuns(timed, latencyLimits(request.limits),
                                                reporter.context("latency", conditions.get()),
                                                reporter.snapshotSink<InterleavedLatency>(complete)),
                                 complete);
}

} // namespace rooflight
