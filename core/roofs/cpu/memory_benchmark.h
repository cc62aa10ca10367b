// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/cpu/cache_sizes.h"
#include "core/roofs/cpu/loops/memory_loops.h"
#include "core/roofs/cpu/team_arrays.h"
#include "core/roofs/cpu/thread_placement.h"
#include "core/roofs/roof_benchmark.h"

#include <memory>
#include <string>
#include <vector>

namespace rooflight {

using MemoryLoops = std::vector<const MemoryLoop *>;

/// The patterns on one level of memory. Each round has memory of its own: where data lies in a cache, and what others
/// on the same machine leave of main memory, stays the same within one.
class MemoryBenchmark : public RoofBenchmark
{
public:
    /// Data that stays in this level; `below` is the next smaller one, or has no bytes. Several working sets are tried,
    /// as others may fill a part of a shared cache.
    [[nodiscard]] static std::unique_ptr<MemoryBenchmark> ofCache(std::shared_ptr<ThreadPlacement> placement,
                                                                  const CacheSize &size, const CacheLevel &below,
                                                                  const MemoryLoops &loops, Effort effort);

    /// Arrays that no cache holds: `arrayBytes` each, 0: four times the last-level caches. `weight` is of each loop.
    [[nodiscard]] static std::unique_ptr<MemoryBenchmark> ofDram(std::shared_ptr<ThreadPlacement> placement,
                                                                 const MemoryLoops &loops, std::int64_t arrayBytes,
                                                                 double weight, Effort effort);

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] double weight(RoundNumber round) const override;
    [[nodiscard]] Result<void> runRound(const RoofRound &round) override; ///< fails with OutOfMemory
    [[nodiscard]] std::vector<Roof> results() override;

private:
    struct Entry {
        const MemoryLoop *loop = nullptr;
        std::vector<LoopPlan> plans; ///< the fastest is taken in each round
        Roof roof; ///< without its value
        std::vector<Repetitions> rounds;
    };

    MemoryBenchmark(std::shared_ptr<ThreadPlacement> placement, std::string name, std::size_t floats, double weight,
                    Effort effort);
    [[nodiscard]] Roof newRoof(OpenEnum<MemoryLevel> level, const MemoryLoop &loop) const;
    [[nodiscard]] Repetitions measure(const RoofRound &round, double seconds, const TeamArrays &arrays, Entry &entry);

    const std::shared_ptr<ThreadPlacement> m_placement;
    const std::string m_name; ///< of the level, for people
    const std::size_t m_floats; ///< of each array of a thread
    const double m_weight; ///< of each roof, in all rounds together
    const SteadyLimits m_limits;
    bool m_inOneRound = false; ///< if filling the arrays takes longer than reading them
    std::vector<Entry> m_entries;
};

} // namespace rooflight
