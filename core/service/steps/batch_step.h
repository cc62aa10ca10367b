// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/prepared_model.h"

namespace rooflight {

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
