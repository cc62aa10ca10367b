// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/input_guess.h"

namespace rooflight {

/// True if a tensor of whole numbers, there or inside, has no fill of its own.
[[nodiscard]] bool hasOpenWholeNumbers(const InputValue &value);

/// Gives such tensors the numbers that the graph expects, for example below the size of a vocabulary. True if there was
/// one for which the graph has a fill.
bool applyInferredFill(InputValue &value, const InputGuess *guess);

} // namespace rooflight
