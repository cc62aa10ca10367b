// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/graph_values.h"
#include "core/torchscript/input_guess.h"

#include <vector>

namespace ridgepoint {

/// Guesses for the tensor of a use, from guesses for what the user makes of it: elementwise operators, pooling and
/// padding hand on all but open sizes; permutations, slices, reshapes and concatenations are undone. Empty for an
/// operator behind which nothing can be told.
[[nodiscard]] std::vector<TensorGuess> guessesBefore(const torch::jit::Use &use, const std::vector<TensorGuess> &after,
                                                     const GraphValues &values);

/// True when guessesBefore() knows the operator.
[[nodiscard]] bool canBeUndone(const torch::jit::Use &use);

} // namespace ridgepoint
