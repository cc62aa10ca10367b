// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/latency/latency.h"
#include "core/results/layers/layers.h"
#include "core/sampling/energy_meter.h"
#include "core/sampling/measurement_context.h"
#include "core/sampling/sampler.h"
#include "core/timing/cuda/kernel_lists.h"
#include "core/timing/device/timed_device.h"
#include "core/timing/latency/sampled_runs.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

#include <functional>
#include <string>
#include <vector>

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

/// Latency of each layer and operator of \p analysis over instrumented runs, interleaved with bare ones that show what
/// the instrumentation costs. \p model must be loaded with Executor::Unoptimized and \p operators be the same, as for
/// analyze(). Errors: ModelFailed, OutOfMemory; ModelFailed, too, when the model calls other layers or operators each
/// time.
[[nodiscard]] Measured<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs,
                                                             const Analysis &analysis, OperatorCatalog &operators,
                                                             const TrialLimits &limits,
                                                             const MeasurementContext &context,
                                                             const SnapshotSink<LayerLatencies> &sink = {});

/// Records what \p run queues as one CUDA graph and adds to \p latencies what its replays take, or why there is none. A
/// device that is not asynchronous has no graphs: nothing is added. \p keeper puts inputs back after each replay.
void timeGraphReplay(TimedDevice &device, const std::function<void()> &run, const MeasurementContext &context,
                     LayerLatencies &latencies, InputKeeper *keeper = nullptr);

/// The same for a model on its own device.
void timeGraphReplay(LoadedModel &model, const ModelInputs &inputs, const MeasurementContext &context,
                     LayerLatencies &latencies);

/// One run under LibTorch's profiler, and when its operators were running. \p operators are those of the analysis.
/// Throws what LibTorch throws.
[[nodiscard]] ProfiledRun profiledRun(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators);

/// Puts the lists into the items that they belong to, those of no operator into the model's (layer 0).
void addKernels(LayerLatencies &latencies, KernelLists lists);

/// Runs the model a few times more under LibTorch's profiler and adds to \p latencies which kernels its operators
/// launch, or why that is unknown. A CPU runs none.
void listKernels(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators,
                 const MeasurementContext &context, LayerLatencies &latencies);

/// Time of each operator when it is called several times in a row, with the arguments of a run: a run or two are
/// enough. Equal calls are timed once a run. A layer's time is the sum of its operators', the model's, too; nothing is
/// known of what lies between them. \p model must be loaded with Executor::Unoptimized and \p operators be the same, as
/// for analyze(). Errors: ModelFailed, OutOfMemory; ModelFailed, too, when the model calls other operators each time.
[[nodiscard]] Measured<LayerLatencies> replayLayers(LoadedModel &model, const ModelInputs &inputs,
                                                    const Analysis &analysis, OperatorCatalog &operators,
                                                    const TrialLimits &limits, const MeasurementContext &context);

/// One of several whose energy is compared.
struct EnergyVariant {
    TimedCalls run; ///< throws what ends it
    double callNs = 0; ///< about
};

/// What each takes, in rounds of one window of each: what drifts meets all alike. If the windows of one take longer
/// than \p share of \p seconds, or its calls than four times that, it is not run, and the reason says how many seconds
/// it takes. \p meter has read what the idle device takes. Throws what a variant throws.
[[nodiscard]] std::vector<EnergyUse> energyInTurns(const EnergyMeter &meter, const std::vector<EnergyVariant> &variants,
                                                   double seconds, double share, const MeasurementContext &context);

/// One of several things that are timed interleaved.
struct TimedVariant {
    std::string path; ///< of its model, for errors
    TimedCalls run;
};

/// Warms up one variant after the other, then goes on in rounds: each once, in random order, and before each sample a
/// call that does not count, as the variant before left other data in the caches. If there are several, the first
/// takes part twice: its second time is the control. Ends when the limits are met by every one. Devices, models and
/// executions of the result are left to the caller.
[[nodiscard]] Measured<InterleavedLatency> interleaveRuns(const std::vector<TimedVariant> &variants,
                                                          const TrialLimits &limits, const MeasurementContext &context,
                                                          const SnapshotSink<InterleavedLatency> &sink = {});

} // namespace rooflight
