// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"
#include "cudart/submit.h"

#include "device/memory.h"

#include <algorithm>
#include <map>
#include <mutex>

using namespace emulated_gpu;

namespace {

struct Kernel {
    const char *name; ///< mangled
};

struct Variable {
    std::size_t bytes;
    std::map<int, void *> addresses; ///< by device
};

struct Registry {
    std::mutex mutex;
    std::map<const void *, Kernel> kernels; ///< by the function of the host that stands for them
    std::map<const void *, Variable> variables;
};

Registry &registry()
{
    static auto *all = new Registry; // NOLINT(cppcoreguidelines-owning-memory): libraries register until the very end
    return *all;
}

const Kernel *kernelOf(const void *function)
{
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().kernels.find(function);
    return found == registry().kernels.end() ? nullptr : &found->second;
}

struct Configuration {
    dim3 grid;
    dim3 block;
    std::size_t sharedBytes;
    cudaStream_t stream;
};

thread_local Configuration configuration;

int launchKernel(const Kernel *kernel, dim3 grid, dim3 block, cudaStream_t stream)
{
    if (const int status = begun())
        return status;
    return kernel ? launch(kernel->name, grid, block, stream) : static_cast<int>(cudaErrorInvalidDeviceFunction);
}

} // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names are CUDA's
extern "C" {

void **__cudaRegisterFatBinary(void *)
{
    static void *handle = nullptr;
    return &handle;
}

void __cudaRegisterFatBinaryEnd(void **) { }

void __cudaUnregisterFatBinary(void **) { }

char __cudaInitModule(void **)
{
    return 1;
}

void __cudaRegisterFunction(void **, const char *function, char *, const char *name, int, uint3 *, uint3 *, dim3 *,
                            dim3 *, int *)
{
    const std::lock_guard lock(registry().mutex);
    registry().kernels[function] = { name };
}

void __cudaRegisterVar(void **, char *variable, char *, const char *, int, std::size_t bytes, int, int)
{
    const std::lock_guard lock(registry().mutex);
    registry().variables[variable] = { bytes, {} };
}

void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, std::size_t, int, int) { }

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t sharedBytes, cudaStream_t stream)
{
    configuration = { grid, block, sharedBytes, stream };
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, std::size_t *sharedBytes, void *stream)
{
    *grid = configuration.grid;
    *block = configuration.block;
    *sharedBytes = configuration.sharedBytes;
    *static_cast<cudaStream_t *>(stream) = configuration.stream;
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<Kernel *>(kernelOf(function)));
    return *kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **, std::size_t, cudaStream_t stream)
{
    return ended(launchKernel(reinterpret_cast<const Kernel *>(kernel), grid, block, stream));
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **, std::size_t, cudaStream_t stream)
{
    return ended(launchKernel(kernelOf(function), grid, block, stream));
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **, std::size_t,
                                        cudaStream_t stream)
{
    return ended(launchKernel(kernelOf(function), grid, block, stream));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **)
{
    return ended(launchKernel(kernelOf(function), config->gridDim, config->blockDim, config->stream));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function)
{
    if (const int status = begun())
        return ended(status);
    if (!kernelOf(function))
        return ended(cudaErrorInvalidDeviceFunction);
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->ptxVersion = 90;
    attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = 48 << 10;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int)
{
    return ended(begun());
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t, cudaFuncAttribute, int, int)
{
    return ended(begun());
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *, int threads, std::size_t,
                                                                   unsigned)
{
    if (const int status = begun())
        return ended(status);
    constexpr int threadsPerMultiprocessor = 2048;
    constexpr int maxBlocks = 32;
    *blocks = threads > 0 ? std::min(maxBlocks, threadsPerMultiprocessor / threads) : 0;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                          std::size_t sharedBytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, sharedBytes, 0);
}

cudaError_t cudaGetSymbolAddress(void **address, const void *symbol)
{
    if (const int status = begun())
        return ended(status);
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().variables.find(symbol);
    if (found == registry().variables.end())
        return ended(cudaErrorInvalidSymbol);
    void *&own = found->second.addresses[currentDevice()];
    if (!own)
        own = allocateOnDevice(currentDevice(), found->second.bytes);
    *address = own;
    return own ? cudaSuccess : ended(cudaErrorMemoryAllocation);
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
