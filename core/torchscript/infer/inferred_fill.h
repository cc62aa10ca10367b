// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/input_guess.h"

#include <cstdint>

namespace rooflight {

/// True if a tensor of whole numbers or conditions, there or inside, has no fill of its own.
[[nodiscard]] bool hasOpenNumbers(const InputValue &value);

/// Whether what the graph expects of the tensors goes up to a size that it does not name, as lengths do.
[[nodiscard]] bool needsSize(const InputGuess &guess);

/// Gives such tensors the numbers that the graph expects, for example below the size of a vocabulary, or up to \p size
/// of a sequence. True if there was one for which the graph has a fill.
bool applyInferredFill(InputValue &value, const InputGuess *guess, std::int64_t size);

} // namespace rooflight
