// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/kernels.h"

#include "cudart/submit.h"

#include "device/devices.h"
#include "device/lies.h"
#include "device/memory.h"
#include "device/stream.h"

#include <algorithm>
#include <array>
#include <span>

/// The device code of the roofs as the emulated device runs it: each function launches what kernels.h says, with the
/// work that its arguments name, and refuses memory that the current device does not have.
namespace rooflight::cuda::kernels {

namespace {

using emulated_gpu::Cost;
namespace cost = emulated_gpu::cost;

/// An exponential takes as long as these many other operations: 2 T a second.
constexpr double flopPerExponential = 5;
constexpr double cyclesPerNs = 1e-6 * emulated_gpu::clockKhz;

bool isOwn(const void *memory, double bytes)
{
    const auto place = emulated_gpu::placeOf(memory);
    const auto *end = place ? static_cast<const char *>(place->begin) + place->bytes : nullptr;
    return place && place->device == emulated_gpu::currentDevice()
        && static_cast<double>(end - static_cast<const char *>(memory)) >= bytes;
}

cudaError_t launched(const char *name, const Cost &work, cudaStream_t stream = nullptr)
{
    return static_cast<cudaError_t>(emulated_gpu::launch(name, work, stream));
}

/// A kernel whose blocks are spread evenly over all multiprocessors, which note its cycles.
cudaError_t launchedWithSpans(const char *name, const Cost &work, int multiprocessors, Span *spans,
                              const unsigned *sink)
{
    if (!isOwn(spans, spanCount * sizeof(Span)) || !isOwn(sink, sizeof(unsigned)))
        return cudaErrorIllegalAddress;
    const double ns = emulated_gpu::launchFactor(name)
        * static_cast<double>(cost::workNs(work.flop, work.readBytes + work.writtenBytes, work.bytesPerSecond));
    // A counter that runs on from one kernel to the next.
    static unsigned long long cycle = 0;
    const unsigned long long first = ++cycle;
    cycle += static_cast<unsigned long long>(cyclesPerNs * ns);
    for (Span &span : std::span(spans, static_cast<std::size_t>(std::min(multiprocessors, spanCount))))
        span = { std::min(span.first, first), std::max(span.last, cycle) };
    return launched(name, work);
}

cudaError_t filled(const char *name, const void *values, double bytes)
{
    return isOwn(values, bytes) ? launched(name, { .writtenBytes = bytes }) : cudaErrorIllegalAddress;
}

/// Arrays that a pass of each pattern reads, in the order of MemoryPattern.
constexpr std::array<int, 4> arraysRead = { 1, 0, 1, 2 };

} // namespace

cudaError_t resetSpans(Span *spans)
{
    constexpr double bytes = spanCount * sizeof(Span);
    if (!isOwn(spans, bytes))
        return cudaErrorIllegalAddress;
    std::fill_n(spans, spanCount, Span { ~0ULL, 0 });
    return filled("emulated_reset_spans", spans, bytes);
}

cudaError_t fma(const FmaWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    return launchedWithSpans("emulated_fma", { .flop = flopOf(work, multiprocessors) }, multiprocessors, spans, sink);
}

cudaError_t sharedReads(const SharedWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    const Cost cost { .readBytes = bytesOf(work, multiprocessors), .bytesPerSecond = cost::sharedBytesPerSecond };
    return launchedWithSpans("emulated_shared_reads", cost, multiprocessors, spans, sink);
}

cudaError_t special(const SpecialWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    const Cost cost { .flop = flopPerExponential * flopOf(work, multiprocessors) };
    return launchedWithSpans("emulated_special", cost, multiprocessors, spans, sink);
}

cudaError_t launchMemoryKernel(const MemoryWork &work, int multiprocessors, float4 *a, float4 *b, float4 *c, unsigned *)
{
    if (work.cached && !canBeCached(work, multiprocessors))
        return cudaErrorInvalidValue;
    for (const float4 *array : { a, b, c }) {
        if (!isOwn(array, static_cast<double>(work.bytes)))
            return cudaErrorIllegalAddress;
    }
    const auto bytes = static_cast<double>(work.bytes);
    const double read = bytes * arraysRead.at(static_cast<std::size_t>(work.pattern));
    const double written = work.pattern == MemoryPattern::Read ? 0 : bytes;
    if (work.cached)
        return launched("emulated_stream_cached",
                        { .readBytes = read * work.passes, .bytesPerSecond = cost::cacheBytesPerSecond });
    for (int pass = 0; pass < work.passes; ++pass) {
        const cudaError_t status = launched("emulated_stream", { .readBytes = read, .writtenBytes = written });
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

cudaError_t prepareBulkReads()
{
    return cudaSuccess;
}

/// As fast as other reads.
cudaError_t bulkReads(const MemoryWork &work, int multiprocessors, const float4 *a, unsigned *sink)
{
    auto *array = const_cast<float4 *>(a);
    return launchMemoryKernel(work, multiprocessors, array, array, array, sink);
}

cudaError_t fillUniform(float *values, std::size_t count, unsigned)
{
    return filled("emulated_fill_uniform", values, static_cast<double>(count * sizeof(float)));
}

cudaError_t fillNormal(void *values, std::size_t count, Precision precision, unsigned)
{
    return filled("emulated_fill_normal", values,
                  static_cast<double>(operandBytes(precision, static_cast<std::int64_t>(count))));
}

cudaError_t empty(cudaStream_t stream)
{
    return launched("emulated_empty", {}, stream);
}

} // namespace rooflight::cuda::kernels
