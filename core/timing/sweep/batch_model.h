// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/sweep/batch_sweep.h"
#include "core/torchscript/inputs/batch_dimension.h"
#include "core/torchscript/load/loaded_model.h"

#include <functional>
#include <memory>
#include <vector>

namespace rooflight {

/// A file's model in the roles that a sweep needs it in. All of them must outlive the TorchBatchModel.
struct BatchModelParts {
    LoadedModel &plain; ///< as loaded, unoptimized: inputs are made for it
    LoadedModel &timed; ///< under the execution that is measured
    const std::vector<InputSpec> &specs;
    const ModelInputs &inputs; ///< of the model's own batch, converted
    const BatchDimension &batch; ///< if it is not known, inputs of another one are made from the specs
    std::function<std::optional<Cost>(const ModelInputs &)> costOf; ///< of one call; inputs are converted
};

/// A TorchScript model at any batch size.
[[nodiscard]] std::unique_ptr<BatchModel> makeBatchModel(const BatchModelParts &parts);

} // namespace rooflight
