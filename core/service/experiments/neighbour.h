// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <atomic>
#include <thread>
#include <vector>

namespace rooflight {

/// What runs beside an operator to see whether that slows it down.
enum class NeighbourWork {
    None,
    Computing, ///< in registers
    WritingMemory, ///< past the caches: an operator keeps what it has in them
};

template<>
inline constexpr auto enumNames<NeighbourWork> = EnumNames<NeighbourWork, 3> { {
    { NeighbourWork::None, "none" },
    { NeighbourWork::Computing, "computing" },
    { NeighbourWork::WritingMemory, "writing_memory" },
} };

/// Threads that work until they are stopped.
class Neighbour
{
public:
    Neighbour() = default;
    ~Neighbour() { set(NeighbourWork::None, 0); }
    Neighbour(const Neighbour &) = delete;
    Neighbour &operator=(const Neighbour &) = delete;

    /// Returns when all threads do it, or when none is left.
    void set(NeighbourWork work, int threads);

private:
    std::atomic<bool> m_stop = false;
    std::vector<std::thread> m_threads;
};

} // namespace rooflight
