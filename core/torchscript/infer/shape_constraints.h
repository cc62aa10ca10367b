// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_guess.h"

#include <vector>

namespace rooflight {

/// Shapes that the operator of a use accepts there: channels from a convolution, features from a matrix product, the
/// rows of a table from an embedding, the shape it is broadcast with ... The likeliest first; empty if it accepts any.
/// Layouts of weights are those of PyTorch's manual.
[[nodiscard]] std::vector<TensorGuess> shapeConstraints(const torch::jit::Use &use, const GraphValues &values);

/// True if the operator takes the tensor as a condition: where, masked_fill, logical operators.
[[nodiscard]] bool usesAsMask(const torch::jit::Use &use);

} // namespace rooflight
