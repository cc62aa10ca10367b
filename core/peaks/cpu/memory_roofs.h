// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cpu/memory_loops.h"
#include "core/peaks/cpu/roof_bench.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

using MemoryPatterns = std::vector<const MemoryPattern *>;

/// Levels of cache that can be told apart from the one below: each holds more than twice as much for a thread.
[[nodiscard]] std::vector<CacheLevel> distinctLevels(const std::vector<CacheLevel> &levels);

/// Each pattern on data that stays in this level; `below` is the next smaller one, or has no bytes. Several working
/// sets are tried, as others may fill a part of a shared cache. `weight` is that of each pattern, `flags` tell how its
/// size is known. Fails with
/// OutOfMemory. False when the caller ended it.
[[nodiscard]] Result<bool> measureCache(RoofBench &bench, const CacheLevel &level, const CacheLevel &below,
                                        const MemoryPatterns &patterns, double weight,
                                        const std::vector<std::string> &flags);

class TeamArrays;

/// Each pattern on arrays that no cache holds, in visits some time apart: the bandwidth of main memory drifts with what
/// others on the same machine do.
class DramRoofs
{
public:
    /// `arrayBytes` of each array, 0: four times the last-level caches. Fails with OutOfMemory.
    [[nodiscard]] static Result<DramRoofs> prepare(RoofBench &bench, const MemoryPatterns &patterns,
                                                   std::int64_t arrayBytes);
    ~DramRoofs();
    DramRoofs(DramRoofs &&) noexcept;
    DramRoofs &operator=(DramRoofs &&) = delete;

    /// Some repeats of each, with this weight each. False when the caller ended it.
    [[nodiscard]] bool visit(double weight);
    /// The roofs of what was visited.
    void finish();

private:
    struct Entry {
        const MemoryPattern *pattern = nullptr;
        Roof roof; ///< without its value
        std::vector<Repeats> visits;
    };

    DramRoofs(RoofBench &bench, std::unique_ptr<TeamArrays> arrays, std::size_t floats);

    RoofBench &m_bench;
    std::unique_ptr<TeamArrays> m_arrays;
    std::size_t m_floats;
    std::vector<Entry> m_entries;
};

} // namespace ridgepoint
