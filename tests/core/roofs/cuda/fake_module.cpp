// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// A library that calls itself a CUDA module, of a version that the build chooses.
#include "core/roofs/cuda/gpu_module.h"

extern "C" __attribute__((visibility("default"))) const ridgepoint::cuda::GpuModule *ridgepointGpuModule()
{
    static const ridgepoint::cuda::GpuModule module = {
        OTHER_INTERFACE ? ridgepoint::cuda::gpuModuleInterface + 1 : ridgepoint::cuda::gpuModuleInterface,
        OTHER_PROGRAM ? "0.0.1" : RIDGEPOINT_VERSION,
        "13.0",
        [](int) -> ridgepoint::Result<std::unique_ptr<ridgepoint::cuda::Gpu>> {
            return ridgepoint::Error { ridgepoint::ErrorCode::DeviceMissing, "No GPU here.", "" };
        },
    };
    return &module;
}
