// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/layers/layers.h"
#include "core/sampling/sampler.h"
#include "core/timing/cuda/kernel_lists.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

namespace rooflight {

/// One run under LibTorch's profiler, and when its operators were running. \p operators are those of the analysis.
/// Throws what LibTorch throws.
[[nodiscard]] ProfiledRun profiledRun(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators);

/// Puts the lists into the items that they belong to, those of no operator into the model's (layer 0).
void addKernels(LayerLatencies &latencies, KernelLists lists);

/// Runs the model a few times more under LibTorch's profiler and adds to \p latencies which kernels its operators
/// launch, or why that is unknown. A CPU runs none.
void listKernels(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators,
                 const MeasurementContext &context, LayerLatencies &latencies);

} // namespace rooflight
