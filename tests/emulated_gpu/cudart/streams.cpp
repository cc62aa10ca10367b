// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"

#include "device/activity.h"
#include "device/clock.h"
#include "device/counts.h"
#include "device/engine.h"
#include "device/lies.h"

using namespace emulated_gpu;

namespace {

cudaError_t create(cudaStream_t *handle, int priority)
{
    if (const int status = begun())
        return ended(status);
    *handle = reinterpret_cast<cudaStream_t>(createStream(currentDevice(), priority));
    return cudaSuccess;
}

bool isCapturing(Stream *stream)
{
    const std::lock_guard lock(engineMutex());
    return stream->capture != nullptr;
}

int voidCapture(Stream *stream)
{
    const std::lock_guard lock(engineMutex());
    stream->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t *handle)
{
    return create(handle, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *handle, unsigned)
{
    return create(handle, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *handle, unsigned, int priority)
{
    return create(handle, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle)
{
    if (const int status = begun())
        return ended(status);
    Stream *stream = streamOf(handle);
    if (!isStream(stream) || stream == streamOf(nullptr))
        return ended(cudaErrorInvalidResourceHandle);
    destroyStream(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority)
{
    if (const int status = begun())
        return ended(status);
    *priority = streamOf(handle)->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle)
{
    if (const int status = begun())
        return ended(status);
    Stream *stream = streamOf(handle);
    if (isCapturing(stream))
        return ended(voidCapture(stream));
    return isIdle(stream) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
    if (const int status = begun())
        return ended(status);
    Stream *stream = streamOf(handle);
    if (isCapturing(stream))
        return ended(voidCapture(stream));
    if (const int status = unsafeWhileCapturing())
        return ended(status);
    waitFor(stream);
    return ended(stickyStatus());
}

cudaError_t cudaDeviceSynchronize()
{
    if (const int status = begun())
        return ended(status);
    if (const int status = unsafeWhileCapturing())
        return ended(status);
    waitForDevice(currentDevice());
    return ended(stickyStatus());
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned)
{
    if (const int status = begun())
        return ended(status);
    return ended(wait(streamOf(handle), eventOf(event)));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void *argument)
{
    if (const int status = begun())
        return ended(status);
    Stream *stream = ownStream(handle);
    if (!stream)
        return ended(cudaErrorInvalidResourceHandle);
    Work work;
    work.kind = WorkKind::HostFunction;
    work.function = [function, argument] { function(argument); };
    return ended(submit(stream, std::move(work)));
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t function, void *argument, unsigned)
{
    if (const int status = begun())
        return ended(status);
    Work work;
    work.kind = WorkKind::HostFunction;
    work.function = [handle, function, argument] { function(handle, cudaSuccess, argument); };
    return ended(submit(streamOf(handle), std::move(work)));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *handle, unsigned flags)
{
    if (const int status = begun())
        return ended(status);
    auto *event = new Event;
    event->device = currentDevice();
    event->timed = (flags & cudaEventDisableTiming) == 0;
    count(Count::Events);
    *handle = handleOf(event);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *handle)
{
    return cudaEventCreateWithFlags(handle, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t handle)
{
    if (const int status = begun())
        return ended(status);
    delete eventOf(handle);
    count(Count::Events, -1);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream)
{
    if (const int status = begun())
        return ended(status);
    const int status = record(streamOf(stream), eventOf(handle));
    if (status == 0 && lie(Lie::WaitingEvents, 0) != 0 && !isCapturing(streamOf(stream)))
        waitFor(streamOf(stream));
    return ended(status);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream, unsigned)
{
    return cudaEventRecord(handle, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t handle)
{
    if (const int status = begun())
        return ended(status);
    return hasHappened(eventOf(handle)) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle)
{
    if (const int status = begun())
        return ended(status);
    if (const int status = unsafeWhileCapturing())
        return ended(status);
    waitFor(eventOf(handle));
    constexpr double nsPerMs = 1e6;
    if (const double ms = lie(Lie::WaitMs, 0); ms > 0)
        waitUntil(nowNs() + static_cast<std::int64_t>(nsPerMs * ms));
    return ended(stickyStatus());
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end)
{
    if (const int status = begun())
        return ended(status);
    const Event *first = eventOf(begin);
    const Event *last = eventOf(end);
    if (!first->moment || !last->moment || !first->timed || !last->timed || first->device != last->device)
        return ended(cudaErrorInvalidResourceHandle);
    if (!hasHappened(first) || !hasHappened(last))
        return ended(cudaErrorNotReady);
    constexpr double nsPerMs = 1e6;
    const auto ns = static_cast<double>(last->moment->ns - first->moment->ns);
    *milliseconds = static_cast<float>(lie(Lie::Events, 1) * ns / nsPerMs);
    return cudaSuccess;
}

} // extern "C"
