// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <atomic>
#include <thread>
#include <vector>

namespace rooflight {

/// What runs beside an operator to see whether that slows it down.
enum class BackgroundWork {
    None,
    Computing, ///< in registers
    WritingMemory, ///< past the caches: an operator keeps what it has in them
};

template<>
inline constexpr auto enumNames<BackgroundWork> = EnumNames<BackgroundWork, 3> { {
    { BackgroundWork::None, "none" },
    { BackgroundWork::Computing, "computing" },
    { BackgroundWork::WritingMemory, "writing_memory" },
} };

/// Threads that work until they are stopped.
class BackgroundLoad
{
public:
    BackgroundLoad() = default;
    ~BackgroundLoad() { set(BackgroundWork::None, 0); }
    BackgroundLoad(const BackgroundLoad &) = delete;
    BackgroundLoad &operator=(const BackgroundLoad &) = delete;

    /// Returns when all threads do it, or when none is left.
    void set(BackgroundWork work, int threads);

private:
    std::atomic<bool> m_stop = false;
    std::vector<std::thread> m_threads;
};

} // namespace rooflight
