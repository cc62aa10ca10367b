// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/input_guess.h"

#include <optional>
#include <utility>
#include <vector>

namespace rooflight {

/// A value for an argument, and what the graph expects there.
using ArgumentWithGuess = std::pair<InputValue *, const InputGuess *>;

/// The dimension that the graph shows as the batch of a tensor of this shape; `nullopt` if it shows none.
[[nodiscard]] std::optional<std::size_t> shownBatchDimension(const Shape &shape, const InputGuess &guess);

/// Gives values another batch size. The batch is the dimension that the graph shows (the second of a recurrent layer
/// that is not batch_first), else the first; of a list of tensors without one, images of a detector, it is the number
/// of elements. Tensors follow when their batch is as large as that of the first. False when nothing has a batch.
[[nodiscard]] bool setBatch(const std::vector<ArgumentWithGuess> &arguments, std::int64_t batch);

} // namespace rooflight
