// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/layers/layers.h"
#include "core/sampling/sampler.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

namespace rooflight {

/// Latency of each layer and operator of \p analysis over instrumented runs, interleaved with bare ones that show what
/// the instrumentation costs. \p model must be loaded with Executor::Unoptimized and \p operators be the same, as for
/// analyze(). Errors: ModelFailed, OutOfMemory; ModelFailed, too, when the model calls other layers or operators each
/// time.
[[nodiscard]] Measured<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs,
                                                             const Analysis &analysis, OperatorCatalog &operators,
                                                             const TrialLimits &limits,
                                                             const MeasurementContext &context,
                                                             const SnapshotSink<LayerLatencies> &sink = {});

} // namespace rooflight
