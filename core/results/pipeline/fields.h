// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/sample_fields.h"
#include "core/results/pipeline/pipeline.h"

namespace rooflight {

/// Charts and tables look stages up by their place: each mode holds all of them. Throws FormatError.
void requireSound(const PipelineLatency &pipeline);

void fields(auto &archive, Is<PipelineStage> auto &stage)
{
    archive("name", stage.name);
    archive.either("kind", stage.isModel, "model", "host");
    archive("fed", stage.fed);
}

void fields(auto &archive, Is<StageSpan> auto &span)
{
    archive("host_begin_ns", span.hostBeginNs);
    archive("host_end_ns", span.hostEndNs);
    archive("device_begin_ns", span.deviceBeginNs);
    archive("device_end_ns", span.deviceEndNs);
}

template<typename Part>
requires Is<Part, PipelineMode>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &mode = runs.part;
    archive("mode", mode.mode);
    auto endToEnd = partsOfRuns(runs.batch)(mode.endToEnd);
    archive("end_to_end", endToEnd);
    archive.each("stages", mode.stages, partsOfRuns(runs.batch));
    archive("median_run", mode.medianRun);
    archive("p99_run", mode.p99Run);
}

void fields(auto &archive, Is<PipelineLatency> auto &pipeline)
{
    archive("device", pipeline.device);
    fields(archive, pipeline.execution);
    archive("batch", pipeline.batch);
    archive("stages", pipeline.stages);
    archive.each("modes", pipeline.modes, partsOfRuns(pipeline.batch));
    archive("synchronization_cost_ns", pipeline.synchronizationCostNs);
    archive("synchronization_cost_interval_ns", pipeline.synchronizationCostIntervalNs);
    archive("explanation", pipeline.explanation);
    archive("partial", pipeline.partial);
    archive("conditions", pipeline.conditions);
}

} // namespace rooflight
