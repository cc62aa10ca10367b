// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/submit.h"

#include "cudart/call.h"

#include "device/activity.h"
#include "device/clock.h"
#include "device/lies.h"
#include "device/memory.h"
#include "device/settings.h"

#include <cupti_runtime_cbid.h>

#include <cmath>
#include <cstring>

namespace emulated_gpu {

namespace {

int submitOwn(cudaStream_t handle, unsigned function, Work work)
{
    Stream *stream = ownStream(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    const NotedCall call(function);
    work.correlation = call.correlation();
    return submit(stream, std::move(work));
}

int launchWork(cudaStream_t stream, Work work)
{
    if (settings().launchNs > 0)
        waitUntil(nowNs() + settings().launchNs);
    if (const int status = afterStep(Step::Launch))
        return status;
    return submitOwn(stream, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, std::move(work));
}

std::int64_t falsified(std::int64_t ns, const char *kernel)
{
    const double factor = launchFactor(kernel);
    countLaunch(kernel);
    return std::llround(static_cast<double>(ns) * factor);
}

CopyKind kindOf(bool toDevice, bool fromDevice)
{
    if (toDevice)
        return fromDevice ? CopyKind::OnDevice : CopyKind::ToDevice;
    return fromDevice ? CopyKind::ToHost : CopyKind::OnHost;
}

} // namespace

int launch(const char *name, dim3 grid, dim3 block, cudaStream_t stream)
{
    const std::uint64_t blocks = std::uint64_t { grid.x } * grid.y * grid.z;
    const std::uint64_t threads = blocks * block.x * block.y * block.z;
    if (threads == 0 || block.x * block.y * block.z > 1024)
        return cudaErrorInvalidConfiguration;
    Work work;
    work.name = name;
    work.ns = falsified(cost::kernelNs(threads), name);
    work.grid = { grid.x, grid.y, grid.z };
    work.block = { block.x, block.y, block.z };
    return launchWork(stream, std::move(work));
}

int launch(const char *name, const Cost &cost, cudaStream_t stream)
{
    Work work;
    work.name = name;
    const std::int64_t ns = cost::workNs(cost.flop, cost.readBytes + cost.writtenBytes, cost.bytesPerSecond);
    work.ns = falsified(cost::wholeWavesNs(ns, cost.flop > 0 && cost.writtenBytes > 0 ? settings().waveNs : 0), name);
    work.readBytes = cost.readBytes;
    work.writtenBytes = cost.writtenBytes;
    work.block = { 256, 1, 1 };
    return launchWork(stream, std::move(work));
}

int copy(void *to, const void *from, std::size_t bytes, cudaStream_t stream, Waits waits, std::size_t costBytes)
{
    if (const int status = begun())
        return status;
    if (bytes == 0)
        return cudaSuccess;
    const std::optional<Place> target = placeOf(to);
    const std::optional<Place> source = placeOf(from);
    const bool toDevice = target && target->device >= 0;
    const bool fromDevice = source && source->device >= 0;
    const bool pageable = !target || !source;
    const bool waiting = waits == Waits::Always || (waits == Waits::IfHostIsPageable && pageable);
    if (waiting) {
        if (const int status = unsafeWhileCapturing())
            return status;
    }
    if (const int status = afterStep(Step::Launch))
        return status;
    std::memmove(to, from, bytes);
    Work work;
    work.kind = WorkKind::Copy;
    work.copy = kindOf(toDevice, fromDevice);
    work.bytes = costBytes > 0 ? costBytes : bytes;
    work.ns = cost::copyNs(static_cast<double>(work.bytes), toDevice != fromDevice);
    work.readBytes = fromDevice ? static_cast<double>(work.bytes) : 0;
    work.writtenBytes = toDevice ? static_cast<double>(work.bytes) : 0;
    const unsigned function = waits == Waits::Always ? CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_v3020
                                                     : CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020;
    if (const int status = submitOwn(stream, function, std::move(work)))
        return status;
    if (waiting)
        waitFor(streamOf(stream));
    return cudaSuccess;
}

int fill(void *to, int value, std::size_t bytes, cudaStream_t stream)
{
    if (const int status = begun())
        return status;
    if (bytes == 0)
        return cudaSuccess;
    if (const int status = afterStep(Step::Launch))
        return status;
    std::memset(to, value, bytes);
    Work work;
    work.kind = WorkKind::Fill;
    work.bytes = bytes;
    work.ns = cost::workNs(0, static_cast<double>(bytes));
    work.writtenBytes = static_cast<double>(bytes);
    return submitOwn(stream, CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020, std::move(work));
}

} // namespace emulated_gpu
