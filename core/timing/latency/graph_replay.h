// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/layers/layers.h"
#include "core/sampling/measurement_context.h"
#include "core/timing/device/timed_device.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"

#include <functional>

namespace rooflight {

/// Records what \p run queues as one CUDA graph and adds to \p latencies what its replays take, or why there is none. A
/// device that is not asynchronous has no graphs: nothing is added. \p keeper puts inputs back after each replay.
void timeGraphReplay(TimedDevice &device, const std::function<void()> &run, const MeasurementContext &context,
                     LayerLatencies &latencies, InputKeeper *keeper = nullptr);

/// The same for a model on its own device.
void timeGraphReplay(LoadedModel &model, const ModelInputs &inputs, const MeasurementContext &context,
                     LayerLatencies &latencies);

} // namespace rooflight
