// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include <vector>

namespace rooflight {

/// What an operator gives for tensors without data (LibTorch's device "meta"), which it shares memory with where it
/// would share it otherwise. LibTorch has no rule of its own for convolutions and normalizations in C++; what else it
/// has none for runs on the CPU with zeros, if its tensors are small. Throws what LibTorch does where the arguments do
/// not fit.
[[nodiscard]] std::vector<c10::IValue> resultsWithoutData(const c10::OperatorHandle &op,
                                                          const std::vector<c10::IValue> &arguments);

} // namespace rooflight
