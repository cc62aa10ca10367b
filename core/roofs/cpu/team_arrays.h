// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/worker_team.h"
#include "core/roofs/cpu/large_array.h"
#include "core/roofs/cpu/loops/memory_loops.h"

#include <cstddef>
#include <cstdint>

namespace rooflight {

/// One way to go through memory: how much of it, and how.
struct LoopPlan {
    std::size_t floats = 0; ///< of each array and thread
    kernels::Access access;
    bool apart = false; ///< no thread shares the memory's bandwidth with another
};

/// Three arrays for each thread. First touch by the thread that will use it puts every page into that thread's memory.
class TeamArrays
{
public:
    TeamArrays(WorkerTeam &team, std::size_t floatsPerThread);

    /// False when the system refused the memory.
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(m_memory); }

    /// The thread's arrays, or the first floats of each, as close together as they get.
    [[nodiscard]] LoopArrays of(int worker, std::size_t floats) const;

    /// What all threads together move through this many passes of a loop.
    [[nodiscard]] double bytesPerSecond(const MemoryLoop &loop, const LoopPlan &plan, std::int64_t passes) const;

private:
    WorkerTeam &m_team;
    std::size_t m_perThread;
    LargeArray m_memory;
};

/// Floats in this many bytes that loops can go through, one block at least.
[[nodiscard]] std::size_t wholeBlocks(double bytes);

} // namespace rooflight
