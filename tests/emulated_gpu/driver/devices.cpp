// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/devices.h"
#include "device/faults.h"
#include "device/settings.h"
#include "device/stream.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstring>

using namespace emulated_gpu;

namespace {

bool isDevice(int device)
{
    return device >= 0 && device < static_cast<int>(visibleDevices().size());
}

/// A context is its device's number, from one: handles are never null.
CUcontext contextOf(int device)
{
    return reinterpret_cast<CUcontext>(static_cast<std::uintptr_t>(device) + 1);
}

CUresult found(int device)
{
    if (const int status = startDriver())
        return static_cast<CUresult>(status);
    return isDevice(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

} // namespace

extern "C" {

CUresult cuInit(unsigned)
{
    return static_cast<CUresult>(startDriver());
}

CUresult cuDriverGetVersion(int *version)
{
    *version = driverVersion;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    *count = static_cast<int>(visibleDevices().size());
    return static_cast<CUresult>(startDriver());
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return found(ordinal);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    std::strncpy(name, nameOfDevices(), static_cast<std::size_t>(length));
    return found(device);
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    const CUresult status = found(device);
    if (status == CUDA_SUCCESS) {
        const auto bytes = uuidOf(visibleDevices()[static_cast<std::size_t>(device)]);
        std::memcpy(uuid->bytes, bytes.data(), bytes.size());
    }
    return status;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    // The runtime numbers attributes as the driver does.
    return static_cast<CUresult>(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    *flags = 0;
    *active = device == currentDevice() ? 1 : 0;
    return found(device);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    *context = contextOf(device);
    return found(device);
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = contextOf(currentDevice());
    return static_cast<CUresult>(startDriver());
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    if (context)
        setCurrentDevice(static_cast<int>(reinterpret_cast<std::uintptr_t>(context)) - 1);
    return static_cast<CUresult>(startDriver());
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = currentDevice();
    return static_cast<CUresult>(startDriver());
}

CUresult cuGetErrorString(CUresult status, const char **text)
{
    *text = cudaGetErrorString(static_cast<cudaError_t>(status));
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult status, const char **text)
{
    *text = cudaGetErrorName(static_cast<cudaError_t>(status));
    return CUDA_SUCCESS;
}

} // extern "C"
