// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/dtype.h"
#include "core/model/execution.h"

#include <ATen/core/ivalue.h>

#include <functional>
#include <optional>

namespace rooflight {

/// Whether values have another precision or memory format under \p execution than in the file.
[[nodiscard]] bool convertsValues(const Execution &execution);

/// The value with each of its tensors exchanged; lists, tuples and dicts are walked and keep their types.
[[nodiscard]] c10::IValue mappedTensors(const c10::IValue &value,
                                        const std::function<at::Tensor(const at::Tensor &)> &map);

/// The floating-point tensor in the precision and memory format of \p execution; others stay.
[[nodiscard]] at::Tensor converted(const at::Tensor &tensor, const Execution &execution);

/// The same for all tensors of lists, tuples and dicts, which keep their types.
[[nodiscard]] c10::IValue converted(const c10::IValue &value, const Execution &execution);

} // namespace rooflight
