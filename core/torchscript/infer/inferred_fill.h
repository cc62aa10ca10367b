// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_guess.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// What the elements of a tensor must be for the work of its operators to be that of real data, whatever its shape:
/// conditions that hide nothing, lengths of whole sequences, ends of groups one behind the other. The last two are up
/// to open_size::length. Nothing if the operators that take it need no such numbers. \p names are those under which
/// the tensor is known in the graph.
[[nodiscard]] std::optional<TensorFill> neededFill(const std::vector<const torch::jit::Value *> &names,
                                                   const GraphValues &values);

/// True if a tensor of whole numbers or conditions, there or inside, has no fill of its own.
[[nodiscard]] bool hasOpenNumbers(const InputValue &value);

/// Whether what the graph expects of the tensors goes up to a size that it does not name, as lengths do.
[[nodiscard]] bool needsSize(const InputGuess &guess);

/// Gives such tensors the numbers that the graph expects, for example below the size of a vocabulary, or up to \p size
/// of a sequence. True if there was one for which the graph has a fill.
bool applyInferredFill(InputValue &value, const InputGuess *guess, std::int64_t size);

} // namespace rooflight
