// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/submit.h"

#include <cuda.h>

#include <algorithm>
#include <cstring>

/// What LibTorch compiles while it runs: any image is taken, and its kernels are known by name alone.

extern "C" {

CUresult cuModuleLoadData(CUmodule *module, const void *)
{
    static char any;
    *module = reinterpret_cast<CUmodule>(&any);
    return CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned, CUjit_option *, void **)
{
    return cuModuleLoadData(module, image);
}

CUresult cuModuleUnload(CUmodule)
{
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name)
{
    // As long as the process: profilers are given the name.
    *function = reinterpret_cast<CUfunction>(strdup(name));
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute, CUfunction)
{
    *value = 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int)
{
    return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache)
{
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction, int threads, std::size_t)
{
    constexpr int threadsPerMultiprocessor = 2048;
    constexpr int maxBlocks = 32;
    *blocks = threads > 0 ? std::min(maxBlocks, threadsPerMultiprocessor / threads) : 0;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned, CUstream stream, void **, void **)
{
    return static_cast<CUresult>(emulated_gpu::launch(reinterpret_cast<const char *>(function), { gridX, gridY, gridZ },
                                                      { blockX, blockY, blockZ }, stream));
}

} // extern "C"
