// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/load/guarded_calls.h"

namespace rooflight {

/// Checks before products of packed weights and of 8-bit floats, and before fake quantization that observes: their
/// kernels take the sizes of some tensors from others, or from numbers.
[[nodiscard]] std::vector<GuardRow> lowPrecisionGuards();

} // namespace rooflight
