// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/cuda_error.h"

#include <string>

namespace rooflight::cuda {

namespace {

constexpr const char *otherDevice = "Use --device cpu, or look at what nvidia-smi says.";

/// 12040 is "12.4".
std::string versionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Error oldDriver()
{
    int driver = 0;
    static_cast<void>(cudaDriverGetVersion(&driver));
    return { ErrorCode::DeviceMissing,
             "The roofs of CUDA devices cannot be measured: the NVIDIA driver supports CUDA " + versionText(driver)
                 + ", and this build needs " + versionText(CUDART_VERSION) + ".",
             "Install a newer driver, or build Rooflight with an older CUDA Toolkit." };
}

/// Errors of a lost context come again with every call.
bool isContextLost()
{
    return cudaDeviceSynchronize() != cudaSuccess;
}

} // namespace

Result<void> checked(cudaError_t status, const char *what)
{
    if (status == cudaSuccess)
        return {};
    // The runtime would report it once more at the next call.
    static_cast<void>(cudaGetLastError());
    if (status == cudaErrorMemoryAllocation)
        return Error { ErrorCode::OutOfMemory, "The GPU is out of memory.", "Close other programs that use it." };
    if (status == cudaErrorNoKernelImageForDevice)
        return Error { ErrorCode::DeviceMissing,
                       "The roofs of this GPU cannot be measured: this build has code for compute "
                       "capabilities " ROOFLIGHT_CUDA_CAPABILITIES " only.",
                       otherDevice };
    return Error { isContextLost() ? ErrorCode::DeviceMissing : ErrorCode::Internal,
                   "The GPU failed " + std::string(what) + ": " + cudaGetErrorString(status) + ".",
                   "Look at the system's log for messages of the NVIDIA driver." };
}

Result<void> checkDevice(int index)
{
    int driver = 0;
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0)
        return Error { ErrorCode::DeviceMissing,
                       "The roofs of CUDA devices cannot be measured: this machine has no NVIDIA driver.",
                       otherDevice };
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    static_cast<void>(cudaGetLastError());
    if (status == cudaErrorInsufficientDriver)
        return oldDriver();
    if (status != cudaSuccess && status != cudaErrorNoDevice)
        return Error { ErrorCode::DeviceMissing,
                       std::string("The roofs of CUDA devices cannot be measured: ") + cudaGetErrorString(status) + ".",
                       otherDevice };
    if (index < 0 || index >= count)
        return Error { ErrorCode::DeviceMissing,
                       "cuda:" + std::to_string(index) + " does not exist: the driver shows " + std::to_string(count)
                           + " CUDA devices.",
                       otherDevice };
    return {};
}

} // namespace rooflight::cuda
