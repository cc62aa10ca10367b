// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/profile/operator_catalog.h"

#include <ATen/core/ivalue.h>
#include <c10/util/ArrayRef.h>

#include <string>

namespace rooflight {

/// Equal for two calls of one operator whose tensors have the same sizes, strides and types and whose other arguments
/// are the same: they do the same work, but for what the numbers in their tensors decide.
[[nodiscard]] std::string callKey(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs);

} // namespace rooflight
