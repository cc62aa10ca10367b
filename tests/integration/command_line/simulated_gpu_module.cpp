// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/environment.h"
#include "core/roofs/cuda/gpu_module.h"
#include "tests/core/roofs/cuda/simulated_gpu.h"

using namespace rooflight;
using namespace rooflight::cuda;

namespace {

/// cuda:0 is a GPU without matrix products, cuda:1 one that vanishes, others are not there.
Result<std::unique_ptr<Gpu>> openSimulated(int index)
{
    if (index > 1)
        return Error { ErrorCode::DeviceMissing, "There is no such GPU.", "Use cuda:0." };
    SimulatedChip chip = simulatedH200();
    chip.sleeps = true;
    if (const char *watts = environmentVariable("ROOFLIGHT_TEST_POWER_LIMIT"))
        chip.properties.clockPolicy = "at most " + std::string(watts) + " W";
    chip.matrixGap = "libcublasLt.so.13 is not there.";
    chip.vanishesAtSeconds = index == 1 ? 0.1 : 1e9;
    return std::unique_ptr<Gpu>(std::make_unique<SimulatedGpu>(chip));
}

} // namespace

extern "C" __attribute__((visibility("default"))) const GpuModule *rooflightGpuModule()
{
    static const GpuModule module = { gpuModuleInterface, ROOFLIGHT_VERSION, "13.0", openSimulated };
    return &module;
}
