// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/input_guess.h"

#include <torch/csrc/jit/api/module.h>

#include <vector>

namespace rooflight {

/// What the graph expects as the arguments of forward().
struct InputGuesses {
    std::vector<InputGuess> arguments; ///< self left out
    std::vector<std::int64_t> likelySides; ///< of images, from the sizes of position embeddings
};

/// Reads the inlined graph of forward() and the module's weights. No code is run.
[[nodiscard]] InputGuesses guessInputs(const torch::jit::Module &module);

/// Gives tensors whose shape is not known one that goes with the others: masks and further inputs of the same length,
/// the same shape once more, one value an element of the batch. Does nothing if no tensor is known.
/// \p known, if it is not null, is a tensor that is given.
void guessFromOthers(std::vector<InputGuess> &arguments, const TensorSpec *known);

} // namespace rooflight
