// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu_module.h"
#include "core/roofs/cuda/module/cuda_gpu.h"

#define RIDGEPOINT_TEXT_OF(number) #number
#define RIDGEPOINT_TEXT(number) RIDGEPOINT_TEXT_OF(number)

extern "C" __attribute__((visibility("default"))) const ridgepoint::cuda::GpuModule *ridgepointGpuModule()
{
    static const ridgepoint::cuda::GpuModule module = {
        ridgepoint::cuda::gpuModuleInterface,
        RIDGEPOINT_VERSION,
        RIDGEPOINT_TEXT(CUDART_VERSION),
        ridgepoint::cuda::CudaGpu::open,
    };
    return &module;
}
