// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/module/kernels.h"

/// Notes the cycles of a multiprocessor around the work of a kernel.
namespace rooflight::cuda::kernels {

__device__ inline unsigned multiprocessorId()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

/// Called by every thread before the work: all start together.
__device__ inline unsigned long long startSpan()
{
    __syncthreads();
    return static_cast<unsigned long long>(clock64());
}

/// Called by every thread behind the work.
__device__ inline void endSpan(Span *spans, unsigned long long start)
{
    __syncthreads();
    const auto end = static_cast<unsigned long long>(clock64());
    const unsigned id = multiprocessorId();
    if (threadIdx.x == 0 && id < spanCount) {
        atomicMin(&spans[id].first, start);
        atomicMax(&spans[id].last, end);
    }
}

} // namespace rooflight::cuda::kernels
