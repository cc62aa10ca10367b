// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"
#include "cudart/submit.h"

#include "device/counts.h"
#include "device/memory.h"
#include "device/settings.h"

#include <cstring>

using namespace emulated_gpu;

namespace {

int allocateDevice(void **pointer, std::size_t bytes)
{
    if (const int status = begun())
        return status;
    if (const int status = unsafeWhileCapturing())
        return status;
    *pointer = nullptr;
    if (const int status = afterStep(Step::Allocation))
        return status;
    *pointer = allocateOnDevice(currentDevice(), bytes);
    return *pointer || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

int allocateHost(void **pointer, std::size_t bytes)
{
    if (const int status = begun())
        return status;
    if (const int status = unsafeWhileCapturing())
        return status;
    *pointer = nullptr;
    if (settings().hostMemoryStatus != 0)
        return settings().hostMemoryStatus;
    *pointer = allocateOnHost(bytes);
    const int device = currentDevice();
    countMost(Count::OtherBytes, static_cast<std::int64_t>(memoryBytes(device) - freeBytes(device)));
    return *pointer || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

int freeMemory(void *pointer)
{
    if (const int status = begun())
        return status;
    if (const int status = unsafeWhileCapturing())
        return status;
    if (!pointer)
        return cudaSuccess;
    if (const std::optional<Place> place = placeOf(pointer); place && place->device >= 0)
        waitForDevice(place->device);
    return release(pointer) ? cudaSuccess : cudaErrorInvalidValue;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void **pointer, std::size_t bytes)
{
    return ended(allocateDevice(pointer, bytes));
}

cudaError_t cudaMallocAsync(void **pointer, std::size_t bytes, cudaStream_t)
{
    return ended(allocateDevice(pointer, bytes));
}

cudaError_t cudaFree(void *pointer)
{
    return ended(freeMemory(pointer));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t)
{
    return ended(freeMemory(pointer));
}

cudaError_t cudaHostAlloc(void **pointer, std::size_t bytes, unsigned)
{
    return ended(allocateHost(pointer, bytes));
}

cudaError_t cudaMallocHost(void **pointer, std::size_t bytes)
{
    return ended(allocateHost(pointer, bytes));
}

cudaError_t cudaFreeHost(void *pointer)
{
    return ended(freeMemory(pointer));
}

cudaError_t cudaHostRegister(void *pointer, std::size_t bytes, unsigned)
{
    if (const int status = begun())
        return ended(status);
    registerOnHost(pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    if (const int status = begun())
        return ended(status);
    return ended(unregisterOnHost(pointer) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemGetInfo(std::size_t *left, std::size_t *total)
{
    if (const int status = begun())
        return ended(status);
    *left = freeBytes(currentDevice());
    *total = memoryBytes(currentDevice());
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    if (const int status = begun())
        return ended(status);
    *attributes = {};
    attributes->device = -2; // invalid
    const std::optional<Place> place = placeOf(pointer);
    if (!place)
        return cudaSuccess;
    const bool onDevice = place->device >= 0;
    attributes->type = onDevice ? cudaMemoryTypeDevice : cudaMemoryTypeHost;
    attributes->device = onDevice ? place->device : currentDevice();
    attributes->devicePointer = const_cast<void *>(pointer);
    attributes->hostPointer = onDevice ? nullptr : const_cast<void *>(pointer);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream)
{
    return ended(copy(to, from, bytes, stream, Waits::IfHostIsPageable));
}

cudaError_t cudaMemcpy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind)
{
    return ended(copy(to, from, bytes, nullptr, Waits::Always));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, std::size_t bytes, cudaStream_t stream)
{
    return ended(copy(to, from, bytes, stream, Waits::Never));
}

cudaError_t cudaMemcpy2DAsync(void *to, std::size_t toPitch, const void *from, std::size_t fromPitch, std::size_t width,
                              std::size_t height, cudaMemcpyKind, cudaStream_t stream)
{
    for (std::size_t row = 0; row + 1 < height; ++row)
        std::memcpy(static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
    const std::size_t last = height > 0 ? height - 1 : 0;
    return ended(copy(static_cast<char *>(to) + last * toPitch, static_cast<const char *>(from) + last * fromPitch,
                      height > 0 ? width : 0, stream, Waits::Never, width * height));
}

cudaError_t cudaMemset(void *to, int value, std::size_t bytes)
{
    return ended(fill(to, value, bytes, nullptr));
}

cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t stream)
{
    return ended(fill(to, value, bytes, stream));
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind)
{
    void *to = nullptr;
    if (const cudaError_t status = cudaGetSymbolAddress(&to, symbol); status != cudaSuccess)
        return status;
    return ended(copy(static_cast<char *>(to) + offset, from, bytes, nullptr, Waits::Always));
}

} // extern "C"
