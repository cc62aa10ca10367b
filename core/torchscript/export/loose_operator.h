// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/ir/ir.h>

#include <vector>

namespace rooflight {

/// A call of exactly this operator, if the types of the arguments would make TorchScript choose another overload or
/// none, for example a flag where a number is asked for. It runs through the dispatcher like any other. Not inserted.
[[nodiscard]] torch::jit::Node *createLooseCall(const c10::OperatorHandle &handle,
                                                const std::vector<torch::jit::Value *> &arguments,
                                                torch::jit::Graph &graph);

} // namespace rooflight
