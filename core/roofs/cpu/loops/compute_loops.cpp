// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/compute_loops.h"

#include "core/machine/cpu_features.h"
#include "core/roofs/cpu/loops/extension_loops.h"

namespace rooflight::kernels {

std::vector<ComputeLoop> computeLoops(const std::string &instructions)
{
    const CpuFeatures features = cpuFeatures();
    std::vector<ComputeLoop> loops = floatLoops(instructions);
    for (const std::vector<ComputeLoop> &more : { x86Loops(features, floatLanes()), armLoops(features) })
        loops.insert(loops.end(), more.begin(), more.end());
    return loops;
}

} // namespace rooflight::kernels
