// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/pipeline/pipeline.h"
#include "core/sampling/sampler.h"
#include "core/timing/device/timed_device.h"

#include <functional>
#include <string>
#include <vector>

namespace rooflight {

/// A stage and what does its work: a model's call queues work on the device, host work returns when it is done.
struct PipelineStep {
    PipelineStage about;
    std::function<void()> call;
    std::function<void()> restore = {}; ///< after a run, which does not count it; empty if there is nothing to do
};

/// Runs the steps again and again, in both modes, interleaved, until the median end-to-end time with events is known
/// well enough. The error is about the file \p path. Only modes, cost, explanation and partial are filled in beside
/// stages.
[[nodiscard]] Measured<PipelineLatency> measurePipeline(TimedDevice &device, const std::vector<PipelineStep> &steps,
                                                        const std::string &path, const TrialLimits &limits,
                                                        const MeasurementContext &context,
                                                        const SnapshotSink<PipelineLatency> &sink = {});

} // namespace rooflight
