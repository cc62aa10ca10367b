// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// A library that calls itself a CUDA module, of a version that the build chooses.
#include "core/roofs/cuda/gpu_module.h"

extern "C" __attribute__((visibility("default"))) const rooflight::cuda::GpuModule *rooflightGpuModule()
{
    static const rooflight::cuda::GpuModule module = {
        OTHER_INTERFACE ? rooflight::cuda::gpuModuleInterface + 1 : rooflight::cuda::gpuModuleInterface,
        OTHER_PROGRAM ? "0.0.1" : ROOFLIGHT_VERSION,
        "13.0",
        [](int) -> rooflight::Result<std::unique_ptr<rooflight::cuda::Gpu>> {
            return rooflight::Error { rooflight::ErrorCode::DeviceMissing, "No GPU here.", "" };
        },
    };
    return &module;
}
