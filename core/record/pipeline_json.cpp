// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const PipelineStage &stage)
{
    json = { { "name", stage.name }, { "kind", stage.isModel ? "model" : "host" }, { "fed", stage.fed } };
}

static void from_json(const InJson &json, PipelineStage &stage)
{
    read(json, "name", stage.name);
    std::string kind = "model";
    read(json, "kind", kind);
    stage.isModel = kind == "model";
    read(json, "fed", stage.fed);
}

static void to_json(OutJson &json, const StageSpan &span)
{
    json = { { "host_begin_ns", span.hostBeginNs },
             { "host_end_ns", span.hostEndNs },
             { "device_begin_ns", span.deviceBeginNs },
             { "device_end_ns", span.deviceEndNs } };
}

static void from_json(const InJson &json, StageSpan &span)
{
    read(json, "host_begin_ns", span.hostBeginNs);
    read(json, "host_end_ns", span.hostEndNs);
    read(json, "device_begin_ns", span.deviceBeginNs);
    read(json, "device_end_ns", span.deviceEndNs);
}

static void to_json(OutJson &json, const PipelineMode &mode)
{
    json["mode"] = mode.mode;
    json["end_to_end"] = mode.endToEnd;
    json["stages"] = mode.stages;
    json["median_run"] = mode.medianRun;
    json["p99_run"] = mode.p99Run;
}

static void from_json(const InJson &json, PipelineMode &mode)
{
    read(json, "mode", mode.mode);
    read(json, "end_to_end", mode.endToEnd);
    read(json, "stages", mode.stages);
    read(json, "median_run", mode.medianRun);
    read(json, "p99_run", mode.p99Run);
}

/// Charts and tables look stages up by their place.
static void requireAllStages(const PipelineLatency &pipeline)
{
    const std::size_t stages = pipeline.stages.size();
    const auto fits = [stages](std::size_t count) { return count == stages || count == 0; };
    for (const PipelineMode &mode : pipeline.modes) {
        if (mode.stages.size() != stages || !fits(mode.medianRun.size()) || !fits(mode.p99Run.size()))
            throw FormatError("does not hold every stage", "modes");
    }
}

void to_json(OutJson &json, const PipelineLatency &pipeline)
{
    json["device"] = pipeline.device;
    append(json, pipeline.execution);
    json["batch"] = pipeline.batch;
    json["stages"] = pipeline.stages;
    json["modes"] = pipeline.modes;
    json["synchronization_cost_ns"] = pipeline.synchronizationCostNs;
    json["synchronization_cost_interval_ns"] = pipeline.synchronizationCostIntervalNs;
    json["explanation"] = pipeline.explanation;
    json["partial"] = pipeline.partial;
    json["conditions"] = orNull(pipeline.conditions);
}

void from_json(const InJson &json, PipelineLatency &pipeline)
{
    read(json, "device", pipeline.device);
    from_json(json, pipeline.execution);
    read(json, "batch", pipeline.batch);
    read(json, "stages", pipeline.stages);
    read(json, "modes", pipeline.modes);
    read(json, "synchronization_cost_ns", pipeline.synchronizationCostNs);
    read(json, "synchronization_cost_interval_ns", pipeline.synchronizationCostIntervalNs);
    read(json, "explanation", pipeline.explanation);
    read(json, "partial", pipeline.partial);
    read(json, "conditions", pipeline.conditions);
    requireAllStages(pipeline);
}

} // namespace ridgepoint
