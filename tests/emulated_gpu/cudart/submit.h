// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "device/cost_model.h"
#include "device/work.h"

#include <cuda_runtime_api.h>

namespace emulated_gpu {

/// A kernel of these many blocks of threads, with the time of its threads.
int launch(const char *name, dim3 grid, dim3 block, cudaStream_t stream);

/// What a kernel of a library does, of which the library knows it.
struct Cost {
    double flop = 0;
    double readBytes = 0;
    double writtenBytes = 0;
    double bytesPerSecond = cost::deviceBytesPerSecond; ///< of the level that the bytes come from
};

int launch(const char *name, const Cost &cost, cudaStream_t stream);

enum class Waits {
    Never,
    Always,
    IfHostIsPageable, ///< as the runtime does, which copies such memory by steps
};

/// The bytes are copied at once, whenever the stream comes to it. Its time is that of costBytes where they are given.
int copy(void *to, const void *from, std::size_t bytes, cudaStream_t stream, Waits waits, std::size_t costBytes = 0);
int fill(void *to, int value, std::size_t bytes, cudaStream_t stream);

} // namespace emulated_gpu
