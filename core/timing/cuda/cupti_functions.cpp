// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/cupti_functions.h"

#include "core/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace rooflight::cupti {

namespace {

/// True if all are there.
bool findAll(void *library, Functions &cupti)
{
    bool all = true;
    const auto find = [&](const char *name, auto &function) {
        findFunction(library, name, function);
        all = all && function;
    };
    find("cuptiProfilerInitialize", cupti.initialize);
    find("cuptiProfilerDeInitialize", cupti.deinitialize);
    find("cuptiDeviceGetChipName", cupti.chipName);
    find("cuptiGetResultString", cupti.statusName);
    find("cuptiProfilerHostInitialize", cupti.hostInitialize);
    find("cuptiProfilerHostDeinitialize", cupti.hostDeinitialize);
    find("cuptiProfilerHostConfigAddMetrics", cupti.addMetrics);
    find("cuptiProfilerHostGetConfigImageSize", cupti.imageSize);
    find("cuptiProfilerHostGetConfigImage", cupti.image);
    find("cuptiProfilerHostEvaluateToGpuValues", cupti.evaluate);
    find("cuptiRangeProfilerEnable", cupti.enable);
    find("cuptiRangeProfilerDisable", cupti.disable);
    find("cuptiRangeProfilerGetCounterDataSize", cupti.counterSize);
    find("cuptiRangeProfilerCounterDataImageInitialize", cupti.initializeCounters);
    find("cuptiRangeProfilerSetConfig", cupti.configure);
    find("cuptiRangeProfilerStart", cupti.start);
    find("cuptiRangeProfilerStop", cupti.stop);
    find("cuptiRangeProfilerPushRange", cupti.pushRange);
    find("cuptiRangeProfilerPopRange", cupti.popRange);
    find("cuptiRangeProfilerDecodeData", cupti.decode);
    return all;
}

} // namespace

Result<Functions> loadedFunctions()
{
    Functions cupti;
    if (!findAll(RTLD_DEFAULT, cupti))
        return Error { ErrorCode::ModelFailed, "LibTorch has no CUPTI of CUDA 12.6 or newer.",
                       "Install PyTorch for a newer CUDA." };
    if (void *driver = openCudaDriver()) {
        findFunction(driver, "cuCtxGetCurrent", cupti.currentContext);
        findFunction(driver, "cuCtxGetDevice", cupti.currentDevice);
    }
    return cupti;
}

std::string statusText(const Functions &cupti, Status status)
{
    const char *text = nullptr;
    if (cupti.statusName(status, &text) == 0 && text)
        return text;
    return fmt::format("status {}", status);
}

} // namespace rooflight::cupti
