// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>

/// What the library around LibTorch's CUDA graphs exports: one function, graphModuleFunction, of the type
/// GraphModuleFunction. LibTorch's class for graphs needs CUDA headers and libtorch_cuda, which the program itself does
/// without.
namespace ridgepoint {

inline constexpr const char *graphModuleName = "ridgepoint_cuda_graph.so";
inline constexpr const char *graphModuleFunction = "ridgepointGraphModule";

struct GraphModule {
    const char *program; ///< version of Ridgepoint; nothing else is looked at where it differs

    /// Records what \p run queues in a CUDA graph, and returns what queues that graph in the current stream. Throws
    /// what LibTorch throws.
    std::function<void()> (*capture)(const std::function<void()> &run);
};

using GraphModuleFunction = const GraphModule *(*)();

} // namespace ridgepoint
