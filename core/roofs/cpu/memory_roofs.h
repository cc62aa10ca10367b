// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cpu/memory_loops.h"
#include "core/roofs/cpu/roof_bench.h"
#include "core/roofs/cpu/team_arrays.h"
#include "core/roofs/cpu/visited_roofs.h"

#include <string>
#include <vector>

namespace ridgepoint {

using MemoryPatterns = std::vector<const MemoryPattern *>;

/// Levels of cache that can be told apart from the one below: each holds more than twice as much for a thread.
[[nodiscard]] std::vector<CacheLevel> distinctLevels(const std::vector<CacheLevel> &levels);

/// The patterns on one level of memory. Each visit has memory of its own: where data lies in a cache, and what others
/// on the same machine leave of main memory, stays the same within one.
class MemoryRoofs : public VisitedRoofs
{
public:
    /// Data that stays in this level; `below` is the next smaller one, or has no bytes. Several working sets are tried,
    /// as others may fill a part of a shared cache. `flags` tell how the size of the level is known.
    [[nodiscard]] static MemoryRoofs ofCache(RoofBench &bench, const CacheLevel &level, const CacheLevel &below,
                                             const MemoryPatterns &patterns, const std::vector<std::string> &flags);

    /// Arrays that no cache holds: `arrayBytes` each, 0: four times the last-level caches.
    [[nodiscard]] static MemoryRoofs ofDram(RoofBench &bench, const MemoryPatterns &patterns, std::int64_t arrayBytes);

    [[nodiscard]] std::size_t size() const override { return m_entries.size(); }
    [[nodiscard]] Result<bool> visit(double weight) override;
    void finish() override;

private:
    struct Entry {
        const MemoryPattern *pattern = nullptr;
        std::vector<LoopPlan> plans; ///< the fastest is taken at each visit
        Roof roof; ///< without its value
        std::vector<Repeats> visits;
    };

    MemoryRoofs(RoofBench &bench, std::size_t floats);

    RoofBench &m_bench;
    std::size_t m_floats; ///< of each array of a thread
    std::vector<Entry> m_entries;
};

} // namespace ridgepoint
