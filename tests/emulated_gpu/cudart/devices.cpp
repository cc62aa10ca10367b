// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"

#include "device/devices.h"
#include "device/memory.h"

#include <cuda.h>

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <map>

using namespace emulated_gpu;

namespace {

bool isDevice(int device)
{
    return device >= 0 && device < static_cast<int>(visibleDevices().size());
}

int physical(int device)
{
    return visibleDevices()[static_cast<std::size_t>(device)];
}

/// Of a data-centre GPU of compute capability 9.0 if the emulated one has no figure of its own.
int attributeOf(cudaDeviceAttr attribute)
{
    static const auto *values = new std::map<cudaDeviceAttr, int> {
        { cudaDevAttrMaxThreadsPerBlock, 1024 },
        { cudaDevAttrMaxBlockDimX, 1024 },
        { cudaDevAttrMaxBlockDimY, 1024 },
        { cudaDevAttrMaxBlockDimZ, 64 },
        { cudaDevAttrMaxGridDimX, 0x7fffffff },
        { cudaDevAttrMaxGridDimY, 65535 },
        { cudaDevAttrMaxGridDimZ, 65535 },
        { cudaDevAttrMaxSharedMemoryPerBlock, 48 << 10 },
        { cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 << 10 },
        { cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10 },
        { cudaDevAttrReservedSharedMemoryPerBlock, 1 << 10 },
        { cudaDevAttrTotalConstantMemory, 64 << 10 },
        { cudaDevAttrWarpSize, 32 },
        { cudaDevAttrMaxRegistersPerBlock, 65536 },
        { cudaDevAttrMaxRegistersPerMultiprocessor, 65536 },
        { cudaDevAttrMaxThreadsPerMultiProcessor, 2048 },
        { cudaDevAttrMaxBlocksPerMultiprocessor, 32 },
        { cudaDevAttrClockRate, clockKhz },
        { cudaDevAttrMemoryClockRate, memoryClockKhz },
        { cudaDevAttrGlobalMemoryBusWidth, memoryBusBits },
        { cudaDevAttrL2CacheSize, l2Bytes },
        { cudaDevAttrMultiProcessorCount, multiprocessors },
        { cudaDevAttrComputeCapabilityMajor, computeMajor },
        { cudaDevAttrComputeCapabilityMinor, computeMinor },
        { cudaDevAttrConcurrentKernels, 1 },
        { cudaDevAttrUnifiedAddressing, 1 },
        { cudaDevAttrCooperativeLaunch, 1 },
        { cudaDevAttrTextureAlignment, 512 },
    };
    const auto found = values->find(attribute);
    return found == values->end() ? 0 : found->second;
}

int notSupported()
{
    return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 0;
    if (const int status = begun())
        return ended(status);
    *count = static_cast<int>(visibleDevices().size());
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (const int status = begun())
        return ended(status);
    *device = currentDevice();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (const int status = begun())
        return ended(status);
    if (!isDevice(device))
        return ended(cudaErrorInvalidDevice);
    setCurrentDevice(device);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    if (const int status = begun())
        return ended(status);
    if (!isDevice(device))
        return ended(cudaErrorInvalidDevice);
    *properties = {};
    std::strncpy(properties->name, nameOfDevices(), sizeof(properties->name) - 1);
    std::memcpy(properties->uuid.bytes, uuidOf(physical(device)).data(), sizeof(properties->uuid.bytes));
    properties->totalGlobalMem = memoryBytes(device);
    properties->sharedMemPerBlock = static_cast<std::size_t>(attributeOf(cudaDevAttrMaxSharedMemoryPerBlock));
    properties->sharedMemPerBlockOptin = static_cast<std::size_t>(attributeOf(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    properties->sharedMemPerMultiprocessor =
        static_cast<std::size_t>(attributeOf(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    properties->totalConstMem = static_cast<std::size_t>(attributeOf(cudaDevAttrTotalConstantMemory));
    properties->regsPerBlock = attributeOf(cudaDevAttrMaxRegistersPerBlock);
    properties->regsPerMultiprocessor = attributeOf(cudaDevAttrMaxRegistersPerMultiprocessor);
    properties->warpSize = attributeOf(cudaDevAttrWarpSize);
    properties->maxThreadsPerBlock = attributeOf(cudaDevAttrMaxThreadsPerBlock);
    properties->maxThreadsPerMultiProcessor = attributeOf(cudaDevAttrMaxThreadsPerMultiProcessor);
    properties->maxBlocksPerMultiProcessor = attributeOf(cudaDevAttrMaxBlocksPerMultiprocessor);
    properties->maxThreadsDim[0] = attributeOf(cudaDevAttrMaxBlockDimX);
    properties->maxThreadsDim[1] = attributeOf(cudaDevAttrMaxBlockDimY);
    properties->maxThreadsDim[2] = attributeOf(cudaDevAttrMaxBlockDimZ);
    properties->maxGridSize[0] = attributeOf(cudaDevAttrMaxGridDimX);
    properties->maxGridSize[1] = attributeOf(cudaDevAttrMaxGridDimY);
    properties->maxGridSize[2] = attributeOf(cudaDevAttrMaxGridDimZ);
    properties->textureAlignment = static_cast<std::size_t>(attributeOf(cudaDevAttrTextureAlignment));
    properties->major = computeMajor;
    properties->minor = computeMinor;
    properties->multiProcessorCount = multiprocessors;
    properties->concurrentKernels = 1;
    properties->unifiedAddressing = 1;
    properties->cooperativeLaunch = 1;
    properties->asyncEngineCount = 2;
    properties->memoryBusWidth = memoryBusBits;
    properties->l2CacheSize = l2Bytes;
    properties->pciBusID = physical(device) + 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    if (const int status = begun())
        return ended(status);
    if (!isDevice(device))
        return ended(cudaErrorInvalidDevice);
    *value = attributeOf(attribute);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    if (const int status = begun())
        return ended(status);
    if (!isDevice(device))
        return ended(cudaErrorInvalidDevice);
    std::snprintf(text, static_cast<std::size_t>(length), "%s", busIdOf(physical(device)).c_str());
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (const int status = begun())
        return ended(status);
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (const int status = begun())
        return ended(status);
    *can = device != peer && isDevice(device) && isDevice(peer) ? 1 : 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned)
{
    return ended(begun());
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = driverVersion;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart()
{
    return ended(begun());
}

cudaError_t cudaProfilerStop()
{
    return ended(begun());
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult *result)
{
    static void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *found = driver ? dlsym(driver, (std::string(name) + "_v2").c_str()) : nullptr;
    if (!found && driver)
        found = dlsym(driver, name);
    // A driver has every function; what it does not emulate says so when it is called.
    *function = found ? found : reinterpret_cast<void *>(&notSupported);
    if (result)
        *result = cudaDriverEntryPointSuccess;
    return cudaSuccess;
}

} // extern "C"
