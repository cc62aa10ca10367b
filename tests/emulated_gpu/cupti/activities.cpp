// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cupti/records.h"

#include "device/activity.h"
#include "device/clock.h"
#include "device/settings.h"

#include <algorithm>
#include <limits>
#include <set>

using namespace emulated_gpu;

namespace {

/// A moment by our clock and by the program's.
struct Reading {
    std::int64_t ns = 0;
    std::uint64_t ticks = 0;
};

struct State {
    CUpti_TimestampCallbackFunc clock = nullptr;
    Reading clockSet; ///< when the program named its clock
    std::set<int> kinds;
};

/// Of several readings the one with the least time between both clocks: this thread may have to wait in between.
Reading read(CUpti_TimestampCallbackFunc clock)
{
    constexpr int readings = 10;
    Reading best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < readings; ++i) {
        const std::int64_t before = nowNs();
        const std::uint64_t ticks = clock();
        const std::int64_t between = nowNs() - before;
        if (between < least) {
            least = between;
            best = { before + between / 2, ticks };
        }
    }
    return best;
}

State &state()
{
    static auto *one = new State;
    return *one;
}

CUptiResult answer()
{
    return static_cast<CUptiResult>(settings().cuptiStatus);
}

/// The program's clock runs evenly: two moments of both clocks tell all others.
TimeConversion conversion()
{
    const State &now = state();
    if (!now.clock)
        return [](std::int64_t ns) { return static_cast<std::uint64_t>(ns); };
    const auto [ns, ticks] = read(now.clock);
    const double ticksPerNs = static_cast<double>(ticks - now.clockSet.ticks)
        / static_cast<double>(std::max<std::int64_t>(ns - now.clockSet.ns, 1));
    return [ns = ns, ticks = ticks, ticksPerNs](std::int64_t moment) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(ticks)
                                          + static_cast<std::int64_t>(static_cast<double>(moment - ns) * ticksPerNs));
    };
}

std::size_t sizeOf(const CUpti_Activity &record)
{
    switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return sizeof(KernelRecord);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return sizeof(CopyRecord);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return sizeof(FillRecord);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
        return sizeof(CUpti_ActivityAPI);
    default:
        return sizeof(CUpti_ActivityExternalCorrelation);
    }
}

void noteIfAsked()
{
    const std::set<int> &kinds = state().kinds;
    setNoting(kinds.contains(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) || kinds.contains(CUPTI_ACTIVITY_KIND_KERNEL));
}

} // namespace

extern "C" {

CUptiResult cuptiGetVersion(std::uint32_t *version)
{
    *version = CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult status, const char **text)
{
    *text = status == CUPTI_SUCCESS                     ? "CUPTI_SUCCESS"
        : status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
                                                        : "CUPTI_ERROR_UNKNOWN";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    if (answer() == CUPTI_SUCCESS) {
        state().kinds.insert(kind);
        noteIfAsked();
        requestBuffer();
    }
    return answer();
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    state().kinds.erase(kind);
    noteIfAsked();
    return answer();
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete)
{
    setBufferFunctions(request, complete);
    return answer();
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock)
{
    state().clock = clock;
    state().clockSet = clock ? read(clock) : Reading();
    return answer();
}

CUptiResult cuptiActivityFlushAll(std::uint32_t)
{
    deliver(conversion());
    return answer();
}

CUptiResult cuptiActivityGetNextRecord(std::uint8_t *buffer, std::size_t bytes, CUpti_Activity **record)
{
    auto *next = reinterpret_cast<std::uint8_t *>(*record);
    next = next ? next + sizeOf(**record) : buffer;
    if (next >= buffer + bytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity *>(next);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t *dropped)
{
    *dropped = 0;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind, std::uint64_t id)
{
    pushExternal(kind, id);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind, std::uint64_t *last)
{
    const std::uint64_t id = popExternal(kind);
    if (last)
        *last = id;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute, std::size_t *, void *)
{
    return answer();
}

CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId, std::uint8_t)
{
    return answer();
}

CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId, std::uint8_t)
{
    return answer();
}

CUptiResult cuptiActivityEnableCudaEventDeviceTimestamps(std::uint8_t)
{
    return answer();
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc, void *)
{
    *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&state());
    return answer();
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableDomain(std::uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain)
{
    return answer();
}

CUptiResult cuptiEnableCallback(std::uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId)
{
    return answer();
}

CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain, std::uint32_t, const char **name)
{
    *name = "call";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiFinalize()
{
    state().kinds.clear();
    noteIfAsked();
    return CUPTI_SUCCESS;
}

} // extern "C"
