// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cuda_runtime_api.h>

#include "core/roofs/cuda/gpu.h"

/// The device code. Each function starts kernels on the current device's default stream and does not wait.
namespace rooflight::cuda::kernels {

/// First start and last end of the blocks on each multiprocessor, by its cycle counter.
struct Span {
    unsigned long long first;
    unsigned long long last;
};

/// Multiprocessors that the array of spans has room for.
inline constexpr int spanCount = 1024;

[[nodiscard]] cudaError_t resetSpans(Span *spans);
/// `sink` is one word, where results end that nothing reads.
[[nodiscard]] cudaError_t fma(const FmaWork &work, int multiprocessors, Span *spans, unsigned *sink);
[[nodiscard]] cudaError_t sharedReads(const SharedWork &work, int multiprocessors, Span *spans, unsigned *sink);
[[nodiscard]] cudaError_t special(const SpecialWork &work, int multiprocessors, Span *spans, unsigned *sink);

/// a, b and c hold work.bytes each.
[[nodiscard]] cudaError_t launchMemoryKernel(const MemoryWork &work, int multiprocessors, float4 *a, float4 *b,
                                             float4 *c, unsigned *sink);

/// Must have succeeded on this device before launchMemoryKernel() reads by bulk copies. cudaErrorInvalidDeviceFunction
/// if the code that runs here was compiled for a device without them.
[[nodiscard]] cudaError_t prepareBulkReads();

/// The part of launchMemoryKernel() that reads by bulk copies.
[[nodiscard]] cudaError_t bulkReads(const MemoryWork &work, int multiprocessors, const float4 *a, unsigned *sink);

/// Uniform numbers from 0 to 1.
[[nodiscard]] cudaError_t fillUniform(float *values, std::size_t count, unsigned seed);

/// Normal numbers in the format of an operand of this precision; deviation 1, for int8 32, for Nvfp4 3. `count` is
/// even.
[[nodiscard]] cudaError_t fillNormal(void *values, std::size_t count, Precision precision, unsigned seed);

[[nodiscard]] cudaError_t empty(cudaStream_t stream);

} // namespace rooflight::cuda::kernels
