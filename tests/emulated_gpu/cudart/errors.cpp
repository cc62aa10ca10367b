// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"

#include "device/devices.h"

#include <map>
#include <utility>

namespace emulated_gpu {

namespace {

thread_local int lastError = 0;

struct ErrorText {
    const char *name;
    const char *text;
};

ErrorText textOf(int status)
{
    static const auto *texts = new std::map<int, ErrorText> {
        { 0, { "cudaSuccess", "no error" } },
        { 1, { "cudaErrorInvalidValue", "invalid argument" } },
        { 2, { "cudaErrorMemoryAllocation", "out of memory" } },
        { 3, { "cudaErrorInitializationError", "initialization error" } },
        { 35, { "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version" } },
        { 46, { "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable" } },
        { 100, { "cudaErrorNoDevice", "no CUDA-capable device is detected" } },
        { 101, { "cudaErrorInvalidDevice", "invalid device ordinal" } },
        { 214, { "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered" } },
        { 400, { "cudaErrorInvalidResourceHandle", "invalid resource handle" } },
        { 401, { "cudaErrorIllegalState", "the operation cannot be performed in the present state" } },
        { 600, { "cudaErrorNotReady", "device not ready" } },
        { 700, { "cudaErrorIllegalAddress", "an illegal memory access was encountered" } },
        { 719, { "cudaErrorLaunchFailure", "unspecified launch failure" } },
        { 801, { "cudaErrorNotSupported", "operation not supported" } },
        { 802, { "cudaErrorSystemNotReady", "system not yet initialized" } },
        { 900, { "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing" } },
        { 901, { "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture" } },
        { 903, { "cudaErrorStreamCaptureUnmatched", "capture was not initiated in this stream" } },
        { 904, { "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work" } },
        { 905, { "cudaErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream" } },
        { 906,
          { "cudaErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing stream" } },
        { 999, { "cudaErrorUnknown", "unknown error" } },
    };
    const auto found = texts->find(status);
    return found == texts->end() ? ErrorText { "cudaErrorUnknown", "unknown error" } : found->second;
}

} // namespace

cudaError_t ended(int status)
{
    if (status != 0)
        lastError = status;
    return static_cast<cudaError_t>(status);
}

int begun()
{
    if (const int status = startDriver())
        return status;
    return afterStep(Step::Call);
}

Stream *ownStream(cudaStream_t handle)
{
    Stream *stream = streamOf(handle);
    return isStream(stream) && stream->device == currentDevice() ? stream : nullptr;
}

} // namespace emulated_gpu

using namespace emulated_gpu;

extern "C" {

cudaError_t cudaGetLastError()
{
    const int sticky = stickyStatus();
    const int last = std::exchange(lastError, 0);
    return static_cast<cudaError_t>(sticky != 0 ? sticky : last);
}

cudaError_t cudaPeekAtLastError()
{
    const int sticky = stickyStatus();
    return static_cast<cudaError_t>(sticky != 0 ? sticky : lastError);
}

const char *cudaGetErrorName(cudaError_t error)
{
    return textOf(error).name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return textOf(error).text;
}

} // extern "C"
