// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cpu/kernels.h"
#include "core/peaks/cpu/roof_bench.h"

namespace ridgepoint {

/// Keeps all threads busy for as long as clocks need to settle under load.
void warmUp(RoofBench &bench);

/// Vector FMAs of one precision on all threads, with the clock held meanwhile. False when the caller ended it.
[[nodiscard]] bool measureFma(RoofBench &bench, kernels::Element element);

} // namespace ridgepoint
