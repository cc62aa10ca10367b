// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"
#include "core/statistics/stopping_rule.h"
#include "core/timing/run_control.h"
#include "core/torchscript/loaded_model.h"
#include "core/torchscript/model_inputs.h"

namespace ridgepoint {

struct LatencyLimits {
    WarmupLimits warmup;
    StoppingLimits measuring;
};

/// Runs the model until the median of its latency is known well enough. Every call is kept from the very first; a
/// cancelled measurement returns what it has, flagged "partial". Errors: ModelFailed, InputMismatch, OutOfMemory.
[[nodiscard]] Result<ModelLatency> measureModelLatency(LoadedModel &model, const ModelInputs &inputs,
                                                       const Device &device, const LatencyLimits &limits,
                                                       const RunControl &control);

/// First dimension of the first tensor among the inputs; 1 when there is none.
[[nodiscard]] std::int64_t batchOf(const ModelInputs &inputs);

} // namespace ridgepoint
