// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "device/work.h"

#include <utility>
#include <vector>

namespace emulated_gpu {

/// What a profiler is told of one piece of work on the device.
struct DeviceActivity {
    WorkKind kind = WorkKind::Kernel;
    const char *name = "";
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t bytes = 0;
    CopyKind copy = CopyKind::OnDevice;
    std::array<unsigned, 3> grid = { 1, 1, 1 };
    std::array<unsigned, 3> block = { 1, 1, 1 };
    std::uint32_t correlation = 0;
    int device = 0;
};

/// What it is told of the call that asked for the work.
struct CallActivity {
    unsigned function = 0; ///< CUpti_runtime_api_trace_cbid
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    unsigned long thread = 0;
    std::uint32_t correlation = 0;
    std::vector<std::pair<int, std::uint64_t>> externals; ///< of each kind the innermost id that the program pushed
};

/// Whether CUPTI asked for activities.
void setNoting(bool noting);
[[nodiscard]] bool isNoting();

struct Stream;
void noteWork(const Work &work, std::int64_t beginNs, std::int64_t endNs, const Stream &stream);

/// A call of the runtime that asks for work, from its begin to its end.
class NotedCall
{
public:
    explicit NotedCall(unsigned function);
    ~NotedCall();
    NotedCall(const NotedCall &) = delete;
    NotedCall &operator=(const NotedCall &) = delete;

    [[nodiscard]] std::uint32_t correlation() const { return m_call.correlation; }

private:
    CallActivity m_call;
};

void pushExternal(int kind, std::uint64_t id);
[[nodiscard]] std::uint64_t popExternal(int kind);

/// What was noted since the last call, and has ended.
[[nodiscard]] std::vector<DeviceActivity> takeDeviceActivities();
[[nodiscard]] std::vector<CallActivity> takeCallActivities();

/// Bytes of the device's memory that work has read and written so far, as far as the cost model knows them.
[[nodiscard]] double bytesRead();
[[nodiscard]] double bytesWritten();

} // namespace emulated_gpu
