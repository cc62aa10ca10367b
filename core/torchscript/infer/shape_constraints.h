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

/// Guesses for the tensor of a use, from guesses for the result of its operator: elementwise operators, pooling and
/// padding keep the shape; permutations, slices, reshapes and concatenations are undone. Empty for an operator that is
/// not known.
[[nodiscard]] std::vector<TensorGuess>
inferInputShapes(const torch::jit::Use &use, const std::vector<TensorGuess> &outputs, const GraphValues &values);

/// True if inferInputShapes() knows the operator.
[[nodiscard]] bool canInferInputShapes(const torch::jit::Use &use);

} // namespace rooflight
