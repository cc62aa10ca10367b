// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/cpu_features.h"
#include "core/roofs/cpu/loops/compute_loops.h"

#include <cstdint>
#include <vector>

/// Loops of instructions that Highway does not know of, each with its own instructions switched on.
namespace rooflight::kernels {

/// Loops for the x86 extensions in `features`, with at most `floatLanes` floats in a vector; none on other processors.
[[nodiscard]] std::vector<ComputeLoop> x86Loops(const CpuFeatures &features, std::int64_t floatLanes);

/// Loops for the 64-bit Arm extensions in `features`; none on other processors.
[[nodiscard]] std::vector<ComputeLoop> armLoops(const CpuFeatures &features);

} // namespace rooflight::kernels
