// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/pipeline_step.h"

#include "core/service/sandbox/measure_limits.h"
#include "core/service/steps/peaks_step.h"
#include "core/timing/device/torch_conditions.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/pipeline/model_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ridgepoint {

namespace {

struct StageSpec {
    std::size_t stage = 0; ///< from 0
    std::string spec;
};

/// "2/1x128:int64" is for the second model; without a number it is for the first.
StageSpec stageSpec(const std::string &text)
{
    const std::size_t slash = text.find('/');
    std::size_t number = 0;
    if (slash == std::string::npos || slash == 0)
        return { 0, text };
    const auto [end, problem] = std::from_chars(text.data(), text.data() + slash, number);
    if (problem != std::errc() || end != text.data() + slash || number == 0)
        return { 0, text };
    return { number - 1, text.substr(slash + 1) };
}

Result<std::vector<PipelineModel>> modelsOf(const Request &request)
{
    std::vector<PipelineModel> models { { request.model, {} } };
    for (const std::string &path : request.pipeline.models)
        models.push_back({ path, {} });
    for (const std::string &text : request.inputs) {
        const StageSpec given = stageSpec(text);
        if (given.stage >= models.size())
            return Error { ErrorCode::CommandLine,
                           fmt::format("The input \"{}\" is for model {}, and the pipeline has {}.", text,
                                       given.stage + 1, models.size()),
                           "Write N/SPEC with N from 1." };
        Result<InputSpec> spec = parseInputSpec(given.spec);
        if (!spec.ok())
            return spec.error();
        models[given.stage].inputs.push_back(std::move(spec).value());
    }
    return models;
}

Result<std::vector<HostWork>> hostWorkOf(const Request &request)
{
    std::vector<HostWork> all;
    for (const std::string &text : request.pipeline.hostWork) {
        Result<HostWork> work = parseHostWork(text);
        if (!work.ok())
            return work.error();
        all.push_back(std::move(work).value());
    }
    const std::size_t places = request.pipeline.models.size();
    if (all.size() > 1 && all.size() != places)
        return Error { ErrorCode::CommandLine,
                       fmt::format("There are {} kinds of host work for {} places between models.", all.size(), places),
                       "Give one for all places, or one for each of them." };
    return all;
}

} // namespace

Result<void> checkPipeline(const Request &request)
{
    if (const Result<std::vector<PipelineModel>> models = modelsOf(request); !models.ok())
        return models.error();
    const Result<std::vector<HostWork>> hostWork = hostWorkOf(request);
    return hostWork.ok() ? Result<void>() : hostWork.error();
}

std::vector<std::string> pipelineFiles(const Request &request)
{
    std::vector<std::string> files { request.model };
    const auto add = [&files](const std::string &file) {
        if (std::ranges::find(files, file) == files.end())
            files.push_back(file);
    };
    for (const std::string &model : request.pipeline.models)
        add(model);
    for (const std::string &text : request.pipeline.hostWork) {
        const Result<HostWork> work = parseHostWork(text);
        if (work.ok() && work.value().kind == HostWork::Kind::Script)
            add(work.value().file);
    }
    return files;
}

std::string pipelineSpec(const std::string &input)
{
    return stageSpec(input).spec;
}

bool sendPipeline(const Request &request, JobReporter &reporter)
{
    reporter.enter(JobStage::Loading);
    reporter.progress("load", 0, 0);
    const Result<std::vector<PipelineModel>> models = modelsOf(request);
    if (!models.ok())
        return reporter.fail(models.error());
    const Result<std::vector<HostWork>> hostWork = hostWorkOf(request);
    if (!hostWork.ok())
        return reporter.fail(hostWork.error());
    const Result<std::unique_ptr<ModelPipeline>> loaded =
        ModelPipeline::load(models.value(), hostWork.value(), request.device, request.execution, request.batch);
    if (!loaded.ok())
        return reporter.fail(loaded.error());
    const ModelPipeline &pipeline = *loaded.value();

    reporter.enter(JobStage::Measuring);
    reporter.progress("pipeline", 0, 0);
    const std::unique_ptr<DeviceConditionSampler> conditions = sampleConditions(pipeline.device());
    const auto complete = [&](PipelineLatency &latency) {
        latency.device = deviceOf(request);
        latency.execution = request.execution;
        latency.batch = pipeline.batch();
        addConditions(*conditions, latency);
    };
    const std::unique_ptr<TimedDevice> device = makeTimedDevice(pipeline.device());
    return reporter.sendMeasured(measurePipeline(*device, pipeline.steps(), request.model,
                                                 latencyLimits(request.limits),
                                                 reporter.context("pipeline", conditions.get()),
                                                 reporter.snapshotSink<PipelineLatency>(complete)),
                                 complete);
}

} // namespace ridgepoint
