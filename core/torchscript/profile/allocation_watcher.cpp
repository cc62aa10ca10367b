// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/allocation_watcher.h"

#include <c10/core/Allocator.h>
#include <c10/util/Logging.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

constexpr int errorsOnly = 2; ///< of LibTorch's log levels

} // namespace

/// LibTorch reports to whatever stands in the place of its own profiler.
class AllocationWatcher::Ledger : public c10::MemoryReportingInfoBase
{
public:
    void reportMemoryUsage(void *memory, std::int64_t bytes, std::size_t, std::size_t, c10::Device) override
    {
        const std::scoped_lock lock(m_mutex); // work that the model hands to other threads reports here, too
        if (bytes > 0) {
            m_live[memory] = bytes;
            m_bytes += bytes;
            m_peakBytes = std::max(m_peakBytes, m_bytes);
        } else if (const auto entry = m_live.find(memory); entry != m_live.end()) {
            m_bytes -= entry->second;
            m_live.erase(entry); // memory from before the beginning is not in the ledger
        }
    }

    bool memoryProfilingEnabled() const override { return true; }

    std::int64_t peakBytes()
    {
        const std::scoped_lock lock(m_mutex);
        return m_peakBytes;
    }

private:
    std::mutex m_mutex;
    std::unordered_map<void *, std::int64_t> m_live;
    std::int64_t m_bytes = 0;
    std::int64_t m_peakBytes = 0;
};

AllocationWatcher::AllocationWatcher()
    : m_ledger(std::make_shared<Ledger>())
    , m_guard(c10::DebugInfoKind::PROFILER_STATE, m_ledger)
    // LibTorch would log that memory allocated earlier is freed, which is expected here.
    , m_logLevel(std::exchange(FLAGS_caffe2_log_level, errorsOnly))
{
}

AllocationWatcher::~AllocationWatcher()
{
    FLAGS_caffe2_log_level = m_logLevel;
}

std::int64_t AllocationWatcher::peakBytes() const
{
    return m_ledger->peakBytes();
}

} // namespace rooflight
