// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"

#include <memory>

/// What the library with the CUDA code exports: one function, gpuModuleFunction, of the type GpuModuleFunction.
namespace rooflight::cuda {

/// Grows with every change of gpu.h or of this file.
inline constexpr int gpuModuleInterface = 6;

inline constexpr const char *gpuModuleFunction = "rooflightGpuModule";

struct GpuModule {
    int interface; ///< gpuModuleInterface of its build; nothing else is looked at if it differs
    const char *program; ///< version of Rooflight
    const char *toolkit; ///< version of the CUDA Toolkit that it was built with

    /// Errors: DeviceMissing for no driver, a driver that is older than the toolkit, no such GPU, or one that is older
    /// than the code was built for.
    Result<std::unique_ptr<Gpu>> (*open)(int index);
};

using GpuModuleFunction = const GpuModule *(*)();

} // namespace rooflight::cuda
