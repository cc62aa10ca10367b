// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/pipeline_step.h"

#include "core/request/pipeline_request.h"
#include "core/service/steps/job_notices.h"
#include "core/service/steps/peaks_step.h"
#include "core/service/steps/steps.h"
#include "core/timing/device/torch_conditions.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/pipeline/pipeline_stages.h"

namespace rooflight {

bool sendPipeline(const Request &request, JobReporter &reporter, const JobRights & /*rights*/)
{
    reporter.enter(JobStage::Loading);
    reporter.progress("load", 0, 0);
    const Result<std::vector<PipelineModel>> models = pipelineModels(request);
    if (!models.ok())
        return reporter.fail(models.error());
    const Result<std::vector<HostWork>> hostWork = hostWorkOf(request);
    if (!hostWork.ok())
        return reporter.fail(hostWork.error());
    const Result<std::unique_ptr<PipelineStages>> loaded =
        PipelineStages::load(models.value(), hostWork.value(), request.device, request.execution, request.batch);
    if (!loaded.ok())
        return reporter.fail(loaded.error());
    const PipelineStages &pipeline = *loaded.value();
    for (const ComposedText &sentence : pipeline.movedDevices())
        reporter.send(noticeOf("devices_moved", sentence));
    for (const ComposedText &sentence : pipeline.notFed())
        reporter.send(noticeOf("stage_not_fed", sentence));

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

} // namespace rooflight
