// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/module/cuda_error.h"

#include <cstddef>
#include <memory>
#include <utility>

/// Owners of what the runtime hands out.
namespace rooflight::cuda {

struct FreeDevice {
    void operator()(void *memory) const { static_cast<void>(cudaFree(memory)); }
};
struct FreeHost {
    void operator()(void *memory) const { static_cast<void>(cudaFreeHost(memory)); }
};
struct DestroyEvent {
    void operator()(cudaEvent_t event) const { static_cast<void>(cudaEventDestroy(event)); }
};
struct DestroyStream {
    void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
};
struct DestroyGraph {
    void operator()(cudaGraph_t graph) const { static_cast<void>(cudaGraphDestroy(graph)); }
};
struct DestroyGraphExec {
    void operator()(cudaGraphExec_t graph) const { static_cast<void>(cudaGraphExecDestroy(graph)); }
};

using DeviceMemory = std::unique_ptr<void, FreeDevice>;
using HostMemory = std::unique_ptr<void, FreeHost>;
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;
using Stream = std::unique_ptr<CUstream_st, DestroyStream>;
using Graph = std::unique_ptr<CUgraph_st, DestroyGraph>;
using GraphExec = std::unique_ptr<CUgraphExec_st, DestroyGraphExec>;

[[nodiscard]] inline Result<DeviceMemory> allocate(std::size_t bytes)
{
    void *memory = nullptr;
    if (const Result<void> done = checked(cudaMalloc(&memory, bytes), "to give memory"); !done.ok())
        return done.error();
    return DeviceMemory(memory);
}

} // namespace rooflight::cuda
