// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/execution.h"
#include "core/torchscript/inputs/model_inputs.h"

namespace rooflight {

/// The inputs as a model that was converted for \p execution takes them.
[[nodiscard]] ModelInputs convertedInputs(ModelInputs inputs, const Execution &execution);

} // namespace rooflight
