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

/// Time of each operator when it is called several times in a row, with the arguments of a run: a run or two are
/// enough. Equal calls are timed once a run. A layer's time is the sum of its operators', the model's, too; nothing is
/// known of what lies between them. \p model must be loaded with Executor::Unoptimized and \p operators be the same, as
/// for analyze(). Errors: ModelFailed, OutOfMemory; ModelFailed, too, when the model calls other operators each time.
[[nodiscard]] Measured<LayerLatencies> replayLayers(LoadedModel &model, const ModelInputs &inputs,
                                                    const Analysis &analysis, OperatorCatalog &operators,
                                                    const TrialLimits &limits, const MeasurementContext &context);

} // namespace rooflight
