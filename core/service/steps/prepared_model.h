// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/convention.h"
#include "core/cost/cost_model.h"
#include "core/model/request.h"
#include "core/request/input_spec.h"
#include "core/results/analysis/analysis.h"
#include "core/results/inspection/inspection.h"
#include "core/torchscript/inputs/batch_dimension.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

#include <optional>
#include <vector>

namespace rooflight {

/// A model in the roles that the steps of one request need it in. Filled in step by step.
struct PreparedModel {
    Convention convention = Convention::Fma2;
    CostModel costs;
    OperatorCatalog operators { costs };
    std::vector<InputSpec> specs;
    std::optional<Inspection> inspection;
    Device device;
    std::optional<LoadedModel> plain; ///< unoptimized and as the file has it: inputs are made for it
    std::optional<LoadedModel> converted; ///< unoptimized, with the weights of the request's execution, if it has any
    std::optional<ModelInputs> inputs; ///< converted, too
    std::optional<BatchDimension> batch; ///< of these inputs
    std::optional<Analysis> analysis;
    bool memoryIsLimited = true; ///< as the request asks, if it asks for a limit

    /// The one for instrumented runs: unoptimized, under the request's execution.
    [[nodiscard]] LoadedModel &instrumented() { return converted ? *converted : *plain; }
};

struct BatchedInputs {
    ModelInputs inputs;
    std::optional<BatchDimension> batch; ///< none: not asked for yet
};

/// Inputs of the sizes and of the batch that are asked for, the batch along the dimension that the request names or,
/// with a size alone, the one that is found. If none is found the size goes where makeModelInputs() puts it. Errors:
/// those of making inputs, CommandLine for a dimension that there is not and for sizes that the model does not leave
/// open.
[[nodiscard]] Result<BatchedInputs> makeBatchedInputs(LoadedModel &model, const std::vector<InputSpec> &specs,
                                                      const Request &request);

/// Whether the sizes and axes that a request sets are in the file, and each has one value: known before any code of the
/// model runs. Errors: CommandLine.
[[nodiscard]] Result<void> checkGivenSizes(const Inspection &inspection, const Request &request);

/// The batch of a prepared model, which keeps it; found out by running it if it is unknown. Its inputs say so
/// from then on. Errors: those of findBatch().
[[nodiscard]] Result<const BatchDimension *> batchOf(PreparedModel &model);

} // namespace rooflight
