// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cpu/compute_loops.h"
#include "core/peaks/cpu/roof_bench.h"

namespace ridgepoint {

/// Keeps all threads busy for as long as clocks need to settle under load.
void warmUp(RoofBench &bench, const kernels::ComputeLoop &loop);

/// The roof of a loop on all threads of the bench, with the clock held meanwhile. False when the caller ended it.
[[nodiscard]] bool measureBurst(RoofBench &bench, const kernels::ComputeLoop &loop, double weight);

/// As above for the whole part of the time: the roof that is held, rather than reached.
[[nodiscard]] bool measureSustained(RoofBench &bench, const kernels::ComputeLoop &loop, double weight);

} // namespace ridgepoint
