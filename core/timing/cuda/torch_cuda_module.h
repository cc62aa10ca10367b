// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>

/// What of LibTorch needs CUDA headers and libtorch_cuda, which the program itself does without: graphs, and the limit
/// of the allocator. The library around it exports one function, torchCudaModuleFunction, of the type
/// TorchCudaModuleFunction.
namespace rooflight {

inline constexpr const char *torchCudaModuleName = "rooflight_cuda_graph.so";
inline constexpr const char *torchCudaModuleFunction = "rooflightTorchCudaModule";

/// What a GPU does not report or support. The receiver of a model's results recognizes these sentences.
namespace sentences {
inline constexpr const char *noKernelNoted = "CUPTI noted no kernel: it is missing, or needs more rights.";
inline constexpr const char *noGraph = "No CUDA graph can be made: %1.";
inline constexpr const char *noGraphWithoutCode = "No CUDA graph can be made: this build has no CUDA code.";
} // namespace sentences

struct TorchCudaModule {
    const char *program; ///< version of Rooflight; nothing else is looked at if it differs

    /// Records what \p run queues in a CUDA graph, and returns what queues that graph in the current stream. Throws
    /// what LibTorch throws.
    std::function<void()> (*capture)(const std::function<void()> &run);

    /// Share of a device's memory that LibTorch may take. Throws what LibTorch throws.
    void (*setMemoryFraction)(double fraction, int device);
};

using TorchCudaModuleFunction = const TorchCudaModule *(*)();

/// Opens the library, which stays open. Errors: DeviceMissing; \p failure, what cannot be done without it, begins the
/// sentence.
[[nodiscard]] Result<const TorchCudaModule *> openTorchCudaModule(const std::string &failure);

} // namespace rooflight
