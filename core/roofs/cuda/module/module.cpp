// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu_module.h"
#include "core/roofs/cuda/module/cuda_gpu.h"

#define ROOFLIGHT_TEXT_OF(number) #number
#define ROOFLIGHT_TEXT(number) ROOFLIGHT_TEXT_OF(number)

extern "C" __attribute__((visibility("default"))) const rooflight::cuda::GpuModule *rooflightGpuModule()
{
    static const rooflight::cuda::GpuModule module = {
        rooflight::cuda::gpuModuleInterface,
        ROOFLIGHT_VERSION,
        ROOFLIGHT_TEXT(CUDART_VERSION),
        rooflight::cuda::CudaGpu::open,
    };
    return &module;
}
