// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cpu/loops/compute_loops.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rooflight::kernels {

/// Floats in one vector of the chosen instruction set.
[[nodiscard]] std::int64_t floatLanes();

/// FP32 and FP64 in vectors, fused and apart, and one number at a time, in the chosen instruction set.
[[nodiscard]] std::vector<ComputeLoop> floatLoops(const std::string &instructions);

} // namespace rooflight::kernels
