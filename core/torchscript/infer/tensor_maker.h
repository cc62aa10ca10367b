// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/request/input_spec.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Device.h>

namespace rooflight {

/// Makes the value a spec describes. \p type, the argument's type in forward(), decides between list, tuple and named
/// tuple and between keys of text and of integers, and gives empty containers their element type; a number becomes a
/// scalar tensor if a tensor is asked for. Errors: FileUnreadable, InputMismatch.
[[nodiscard]] Result<c10::IValue> makeValue(const InputValue &value, const c10::TypePtr &type, c10::Device device);

/// A tensor filled as the spec says. Throws what LibTorch throws.
[[nodiscard]] at::Tensor makeTensor(const TensorSpec &spec, c10::Device device);

} // namespace rooflight
