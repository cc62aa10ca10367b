// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/load/operator_rights.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include <vector>

namespace rooflight {

/// What an operator gives for tensors without data (LibTorch's device "meta"), which it shares memory with if it
/// would share it otherwise. LibTorch has no rule of its own for convolutions and normalizations in C++; what else it
/// has none for runs on the CPU with zeros, if its tensors are small. An operator that may not be called is not:
/// gradients have the shapes of what they are the gradients of, of others nothing is known. Throws what LibTorch does
/// if the arguments do not fit, and c10::Error if nothing is known.
[[nodiscard]] std::vector<c10::IValue> resultsWithoutData(const c10::OperatorHandle &op,
                                                          const std::vector<c10::IValue> &arguments,
                                                          const OperatorRights &rights);

/// Throws c10::Error for a tensor that is larger than any memory: sizes and strides of a trace may be any numbers, and
/// sums of their bytes would go beyond all integers.
void requireSensibleSize(const at::Tensor &tensor);

} // namespace rooflight
