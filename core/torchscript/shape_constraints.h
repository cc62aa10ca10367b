// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/graph_values.h"
#include "core/torchscript/input_guess.h"

#include <vector>

namespace ridgepoint {

/// What one use of a tensor tells about it: channels from a convolution, features from a matrix product, the rows of a
/// table from an embedding, the shape it is broadcast with ... Best first; empty when the use tells nothing.
[[nodiscard]] std::vector<TensorGuess> cluesOf(const torch::jit::Use &use, const GraphValues &values);

/// True when the use takes the tensor as a condition: where, masked_fill, logical operators.
[[nodiscard]] bool usesAsMask(const torch::jit::Use &use);

} // namespace ridgepoint
