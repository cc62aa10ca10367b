// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/activity.h"

#include "device/clock.h"
#include "device/stream.h"

#include <pthread.h>

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace emulated_gpu {

namespace {

std::mutex mutex;
std::vector<DeviceActivity> deviceActivities;
std::vector<CallActivity> callActivities;
double readBytes = 0;
double writtenBytes = 0;
std::atomic<bool> noting = false;
std::atomic<std::uint32_t> lastCorrelation = 0;
thread_local std::map<int, std::vector<std::uint64_t>> externals;

} // namespace

void setNoting(bool on)
{
    noting = on;
}

bool isNoting()
{
    return noting;
}

void noteWork(const Work &work, std::int64_t beginNs, std::int64_t endNs, const Stream &stream)
{
    const std::lock_guard lock(mutex);
    readBytes += work.readBytes;
    writtenBytes += work.writtenBytes;
    if (work.correlation == 0)
        return;
    deviceActivities.push_back({ work.kind, work.name, beginNs, endNs, work.bytes, work.copy, work.grid, work.block,
                                 work.correlation, stream.device });
}

NotedCall::NotedCall(unsigned function)
{
    if (!noting)
        return;
    m_call.function = function;
    m_call.correlation = ++lastCorrelation;
    m_call.thread = pthread_self();
    for (const auto &[kind, ids] : externals) {
        if (!ids.empty())
            m_call.externals.emplace_back(kind, ids.back());
    }
    m_call.beginNs = nowNs();
}

NotedCall::~NotedCall()
{
    if (m_call.correlation == 0)
        return;
    m_call.endNs = nowNs();
    const std::lock_guard lock(mutex);
    callActivities.push_back(m_call);
}

void pushExternal(int kind, std::uint64_t id)
{
    externals[kind].push_back(id);
}

std::uint64_t popExternal(int kind)
{
    std::vector<std::uint64_t> &ids = externals[kind];
    if (ids.empty())
        return 0;
    const std::uint64_t last = ids.back();
    ids.pop_back();
    return last;
}

std::vector<DeviceActivity> takeDeviceActivities()
{
    const std::lock_guard lock(mutex);
    return std::exchange(deviceActivities, {});
}

std::vector<CallActivity> takeCallActivities()
{
    const std::lock_guard lock(mutex);
    return std::exchange(callActivities, {});
}

double bytesRead()
{
    const std::lock_guard lock(mutex);
    return readBytes;
}

double bytesWritten()
{
    const std::lock_guard lock(mutex);
    return writtenBytes;
}

} // namespace emulated_gpu
