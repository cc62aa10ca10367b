// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/latency/latency.h"
#include "core/sampling/energy_meter.h"
#include "core/timing/device/timed_device.h"
#include "core/timing/latency/sampled_runs.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"

namespace rooflight {

/// Runs the model until the median of its latency is known well enough. Every call is kept from the very first.
/// \p inputs must be convertedInputs() of the model's execution; their batch says how many items a run has. \p energy,
/// which has read what the device takes when it is idle, reads what these runs take. Errors: ModelFailed,
/// InputMismatch, OutOfMemory, DeviceMissing.
[[nodiscard]] Measured<ModelLatency> measureModelLatency(LoadedModel &model, const ModelInputs &inputs,
                                                         const Device &device, const TrialLimits &limits,
                                                         const MeasurementContext &context,
                                                         const SnapshotSink<ModelLatency> &sink = {},
                                                         EnergyMeter *energy = nullptr);

/// Mean time of \p calls in a row, from the first one's begin to the end of the last one's work; with flushed caches
/// that of each call apart, and so if \p keeper may have to put inputs back after each.
[[nodiscard]] double timedCallsNs(TimedDevice &device, const std::function<void()> &run, std::int64_t calls,
                                  Caches caches, InputKeeper *keeper = nullptr);

} // namespace rooflight
