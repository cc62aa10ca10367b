// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/convention.h"
#include "core/results/analysis/analysis.h"
#include "core/results/inspection/inspection.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

namespace rooflight {

/// Runs a model once, traced, and counts what each layer and operator did. \p model must be loaded with
/// Executor::Unoptimized: the optimiser removes work before anyone can count it. Errors: ModelFailed, InputMismatch,
/// OutOfMemory.
[[nodiscard]] Result<Analysis> analyze(LoadedModel &model, const ModelInputs &inputs, const Inspection &inspection,
                                       const Device &device, OperatorCatalog &operators, Convention convention);

} // namespace rooflight
