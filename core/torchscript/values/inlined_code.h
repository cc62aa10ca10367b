// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <torch/csrc/jit/api/module.h>

#include <memory>

namespace rooflight {

/// Makes what the code calls part of it, without optimizing anything.
void inlineCalls(torch::jit::Graph &code);

/// A copy of the code of forward() with all that it calls.
[[nodiscard]] std::shared_ptr<torch::jit::Graph> inlinedForward(const torch::jit::Module &module);

} // namespace rooflight
