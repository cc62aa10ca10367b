// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/analysis.h"
#include "core/model/latency.h"
#include "core/timing/run_control.h"
#include "core/timing/run_sampler.h"
#include "core/torchscript/loaded_model.h"
#include "core/torchscript/model_inputs.h"
#include "core/torchscript/operator_catalog.h"

namespace ridgepoint {

/// Latency of each layer and operator of \p analysis over watched runs, taken in turn with unwatched ones that tell
/// what the watching costs. \p model must be loaded with Executor::Unoptimized and \p operators be the same, as for
/// analyze(). Errors: ModelFailed, OutOfMemory; ModelFailed, too, when the model calls other layers or operators each
/// time.
[[nodiscard]] Measured<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs,
                                                             const Analysis &analysis, OperatorCatalog &operators,
                                                             const TrialLimits &limits, const RunControl &control,
                                                             const SoFar<LayerLatencies> &soFar = {});

} // namespace ridgepoint
