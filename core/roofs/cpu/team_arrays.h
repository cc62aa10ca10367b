// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/worker_team.h"
#include "core/roofs/cpu/loops/memory_loops.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace rooflight {

/// Memory for floats straight from the system, on large pages if it gives them. Untouched: the thread that writes a
/// page first decides which memory it lies in.
class LargeArray
{
public:
    /// Holds nothing when the system refuses.
    explicit LargeArray(std::size_t floats);

    [[nodiscard]] explicit operator bool() const { return m_memory != nullptr; }
    [[nodiscard]] float *data() const { return m_data; } ///< starts at a large page
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(void *memory) const;
    };

    std::unique_ptr<void, Unmap> m_memory;
    float *m_data = nullptr;
    std::size_t m_size = 0;
};

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

/// The arrays of one team. Small ones are new each time, as bandwidth depends on where in a cache they lie. Large ones
/// are kept: a virtual machine may take ten seconds to give a gigabyte that it did not have before.
class ArraySupply
{
public:
    explicit ArraySupply(WorkerTeam &team)
        : m_team(team)
    {
    }

    /// Says beforehand how many will be asked for, so that the large arrays are made once.
    void reserve(std::size_t floatsPerThread);
    /// Makes the large arrays that were reserved, if any.
    void fill();
    /// So many floats or more in each array of a thread. Null when the system refused the memory.
    [[nodiscard]] std::shared_ptr<const TeamArrays> get(std::size_t floatsPerThread);

private:
    WorkerTeam &m_team;
    std::size_t m_reserved = 0; ///< of large arrays; 0: none
    std::size_t m_floats = 0; ///< of each of the kept arrays
    std::shared_ptr<const TeamArrays> m_kept;
};

inline constexpr int arraysOfThread = 3;

/// Floats in so many bytes that loops can go through, one block at least.
[[nodiscard]] std::size_t wholeBlocks(double bytes);

/// Floats of each of a thread's arrays, in each of which so many bytes have room, and in all of which three times as
/// many: a loop of one array goes through the three as one.
[[nodiscard]] std::size_t floatsOfArrays(double bytes);

} // namespace rooflight
