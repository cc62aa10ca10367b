// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/execution.h"
#include "core/torchscript/inputs/model_inputs.h"

#include <string>

namespace rooflight {

/// The inputs as a model that was converted for \p execution takes them.
[[nodiscard]] ModelInputs convertedInputs(ModelInputs inputs, const Execution &execution);

/// Inputs of which one dimension has another size: what they hold is repeated, or cut off. \p place is an argument and
/// its dimension, "x.0". Errors: CommandLine for a place that is not there, InputMismatch for a dimension that is
/// empty.
[[nodiscard]] Result<ModelInputs> resizedInputs(const ModelInputs &inputs, const std::string &place, std::int64_t size);

} // namespace rooflight
