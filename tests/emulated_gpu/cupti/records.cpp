// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cupti/records.h"

#include "device/activity.h"
#include "device/lies.h"

#include <unistd.h>

#include <cstring>

namespace emulated_gpu {

namespace {

/// Buffers of the program, of which one is being filled.
class Buffers
{
public:
    void setFunctions(CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete)
    {
        m_request = request;
        m_complete = complete;
    }

    void request()
    {
        std::size_t most = 0;
        if (!m_buffer && m_request)
            m_request(&m_buffer, &m_size, &most);
    }

    template<typename Record> void add(const Record &record)
    {
        if (m_buffer && m_used + sizeof(Record) > m_size)
            giveBack();
        request();
        if (!m_buffer || sizeof(Record) > m_size)
            return;
        std::memcpy(m_buffer + m_used, &record, sizeof(Record));
        m_used += sizeof(Record);
    }

    void giveBack()
    {
        if (m_buffer && m_complete)
            m_complete(nullptr, 0, m_buffer, m_size, m_used);
        m_buffer = nullptr;
        m_used = 0;
    }

private:
    CUpti_BuffersCallbackRequestFunc m_request = nullptr;
    CUpti_BuffersCallbackCompleteFunc m_complete = nullptr;
    std::uint8_t *m_buffer = nullptr;
    std::size_t m_size = 0;
    std::size_t m_used = 0;
};

Buffers &allBuffers()
{
    static auto *all = new Buffers;
    return *all;
}

constexpr std::uint32_t contextId = 1;
constexpr std::uint32_t streamId = 7;

void addCall(Buffers &buffers, const CallActivity &call, const TimeConversion &timeOf)
{
    const bool owned = lie(Lie::LostOwners, 0) == 0;
    for (const auto &[kind, id] : owned ? call.externals : decltype(call.externals)()) {
        CUpti_ActivityExternalCorrelation external {};
        external.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
        external.externalKind = static_cast<CUpti_ExternalCorrelationKind>(kind);
        external.externalId = id;
        external.correlationId = call.correlation;
        buffers.add(external);
    }
    CUpti_ActivityAPI record {};
    record.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    record.cbid = call.function;
    record.start = timeOf(call.beginNs);
    record.end = timeOf(call.endNs);
    record.processId = static_cast<std::uint32_t>(getpid());
    record.threadId = static_cast<std::uint32_t>(call.thread);
    record.correlationId = call.correlation;
    buffers.add(record);
}

template<typename Record> Record placed(const DeviceActivity &activity, const TimeConversion &timeOf)
{
    Record record {};
    record.start = timeOf(activity.beginNs);
    record.end = timeOf(activity.endNs);
    record.deviceId = static_cast<std::uint32_t>(activity.device);
    record.contextId = contextId;
    record.streamId = streamId;
    record.correlationId = activity.correlation;
    return record;
}

void addKernel(Buffers &buffers, const DeviceActivity &activity, const TimeConversion &timeOf)
{
    static std::int64_t kernels = 0;
    if (const auto each = static_cast<std::int64_t>(lie(Lie::LostRecords, 0)); each > 0 && ++kernels % each == 0)
        return;
    auto record = placed<KernelRecord>(activity, timeOf);
    record.end = record.start
        + static_cast<std::uint64_t>(lie(Lie::Records, 1) * static_cast<double>(record.end - record.start));
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.name = activity.name;
    record.gridX = static_cast<std::int32_t>(activity.grid[0]);
    record.gridY = static_cast<std::int32_t>(activity.grid[1]);
    record.gridZ = static_cast<std::int32_t>(activity.grid[2]);
    record.blockX = static_cast<std::int32_t>(activity.block[0]);
    record.blockY = static_cast<std::int32_t>(activity.block[1]);
    record.blockZ = static_cast<std::int32_t>(activity.block[2]);
    buffers.add(record);
}

void addCopy(Buffers &buffers, const DeviceActivity &activity, const TimeConversion &timeOf)
{
    auto record = placed<CopyRecord>(activity, timeOf);
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    record.bytes = activity.bytes;
    const bool toDevice = activity.copy == CopyKind::ToDevice;
    const bool toHost = activity.copy == CopyKind::ToHost;
    record.copyKind = toDevice ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOD
        : toHost               ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH
                               : CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
    record.srcKind = toDevice ? CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.dstKind = toHost ? CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    buffers.add(record);
}

void addFill(Buffers &buffers, const DeviceActivity &activity, const TimeConversion &timeOf)
{
    auto record = placed<FillRecord>(activity, timeOf);
    record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    record.bytes = activity.bytes;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    buffers.add(record);
}

} // namespace

void setBufferFunctions(CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete)
{
    allBuffers().setFunctions(request, complete);
}

void requestBuffer()
{
    allBuffers().request();
}

void deliver(const TimeConversion &timeOf)
{
    Buffers &buffers = allBuffers();
    for (const CallActivity &call : takeCallActivities())
        addCall(buffers, call, timeOf);
    for (const DeviceActivity &activity : takeDeviceActivities()) {
        if (activity.kind == WorkKind::Kernel)
            addKernel(buffers, activity, timeOf);
        else if (activity.kind == WorkKind::Copy)
            addCopy(buffers, activity, timeOf);
        else
            addFill(buffers, activity, timeOf);
    }
    buffers.giveBack();
}

} // namespace emulated_gpu
