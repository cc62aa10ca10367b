// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <c10/util/ThreadLocalDebugInfo.h>

#include <cstdint>
#include <memory>

namespace rooflight {

/// Follows what LibTorch allocates and frees for the calling thread, for as long as it lives.
class AllocationWatcher
{
public:
    AllocationWatcher();
    ~AllocationWatcher();
    AllocationWatcher(const AllocationWatcher &) = delete;
    AllocationWatcher &operator=(const AllocationWatcher &) = delete;

    /// The most bytes that memory allocated since the beginning held at one time, on all devices together.
    [[nodiscard]] std::int64_t peakBytes() const;

private:
    class Ledger;

    std::shared_ptr<Ledger> m_ledger;
    c10::DebugInfoGuard m_guard;
    int m_logLevel;
};

} // namespace rooflight
