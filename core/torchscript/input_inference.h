// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/input_spec.h"

#include <torch/csrc/jit/api/module.h>

#include <vector>

namespace ridgepoint {

/// Shapes worth trying for a tensor argument of forward(), best first: told by the first operator of the inlined
/// graph that fixes its channels or features (convolution, linear, normalisation, embedding, recurrent). Empty when
/// no operator does. \p argument counts from 0, self left out. Nothing is run.
[[nodiscard]] std::vector<TensorSpec> guessInput(const torch::jit::Module &module, std::size_t argument);

} // namespace ridgepoint
