// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/request/input_spec.h"

#include <ATen/core/ivalue.h>

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// The arguments of forward(), or of another \p method, that torch.jit.trace stored in a file: shapes, types, nesting
/// and memory format; of integers and conditions also the range of the data, since indices must fit their tables.
/// `nullopt` if the file stores none (scripts, frozen files, traces saved with _store_inputs=False).
[[nodiscard]] std::optional<std::vector<InputValue>> readTracedInputs(const std::string &path,
                                                                      const std::string &method = {});

/// What has to be made to get a value like this one; of integers and conditions the range of the data.
[[nodiscard]] InputValue describedInput(const c10::IValue &value);

} // namespace rooflight
