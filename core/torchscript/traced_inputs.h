// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/input_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The arguments of forward() that torch.jit.trace stored in a file: shapes, types and nesting, without the data.
/// Nothing when the file stores none (scripts, frozen files, traces saved with _store_inputs=False).
[[nodiscard]] std::optional<std::vector<InputValue>> readTracedInputs(const std::string &path);

} // namespace ridgepoint
