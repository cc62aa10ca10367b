// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"

#include <optional>

namespace rooflight {

// Elements of the input that an operator mixes to one of its output.

/// Samples of the input that grid_sampler reads: nearest 1, bilinear 2 and bicubic 4 a spatial dimension.
[[nodiscard]] std::optional<Count> gridSamples(const OperatorCall &call);

/// Cells of the map under one cell of the result for a box as large as the map, the largest number possible.
[[nodiscard]] std::optional<Count> maxBoxWindow(const OperatorCall &call);

/// Points of roi_align in one cell of the result, each of which mixes 4 elements. Without a sampling ratio their number
/// depends on the boxes: the maximum.
[[nodiscard]] std::optional<Count> boxPoints(const OperatorCall &call);

} // namespace rooflight
