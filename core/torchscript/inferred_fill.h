// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/input_guess.h"

namespace ridgepoint {

/// True when a tensor of whole numbers, there or inside, is not told which numbers it holds.
[[nodiscard]] bool hasOpenWholeNumbers(const InputValue &value);

/// Gives such tensors the numbers that the graph expects, for example below the size of a vocabulary. True when there
/// was one that the graph tells something of.
bool adoptFill(InputValue &value, const InputGuess *guess);

} // namespace ridgepoint
