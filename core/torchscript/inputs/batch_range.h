// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/inputs/batch_dimension.h"

#include <optional>

namespace rooflight {

/// Batch sizes that a file allows.
struct BatchRange {
    std::int64_t smallest = 1;
    std::optional<std::int64_t> largest; ///< `nullopt`: no limit is known
};

/// The range of the batch of an export, after the sizes that it left open; any for TorchScript, which keeps no sizes.
[[nodiscard]] BatchRange batchRange(const LoadedModel &model, const BatchDimension &batch);

} // namespace rooflight
