// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/cpu/cache_sizes.h"
#include "core/roofs/cpu/loops/memory_loops.h"
#include "core/roofs/cpu/team_arrays.h"
#include "core/roofs/cpu/thread_placement.h"
#include "core/roofs/roof_benchmark.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace rooflight {

/// Footprints of all threads together, in bytes: from 8 KiB a thread, two of each doubling, to the first that is not
/// below \p mostBytes.
[[nodiscard]] std::vector<std::int64_t> curveFootprints(int threads, std::int64_t mostBytes);

/// Bandwidth against footprint: reads, writes, updates and triads that go through each footprint again and again, up to
/// four times the last-level caches, or 256 MiB a thread if that is less. Each round goes through all of them. A
/// point is the middle of the best quarter of its repetitions, with their 95 % interval and that of its rounds, as
/// other roofs of memory. It gives curves, and no roofs.
class FootprintBenchmark : public RoofBenchmark
{
public:
    /// \p levels are the caches of these threads. \p arrayBytes is the largest footprint, 0: four times the last-level
    /// caches, 64 MiB at least.
    FootprintBenchmark(std::shared_ptr<ThreadPlacement> placement, const std::vector<CacheSize> &levels,
                       std::int64_t arrayBytes, Effort effort);

    [[nodiscard]] std::string_view name() const override { return "Bandwidth by footprint"; }
    [[nodiscard]] double weight(RoundNumber round) const override;
    [[nodiscard]] Result<void> runRound(const RoofRound &round) override; ///< fails with OutOfMemory
    [[nodiscard]] std::vector<Roof> results() override { return {}; }
    [[nodiscard]] std::vector<BandwidthCurve> curves() override;

private:
    /// One footprint under one loop.
    struct Entry {
        std::int64_t bytes = 0;
        LoopPlan plan; ///< the fastest, from the first round on
        std::int64_t passes = 0; ///< of a repetition; 0 before the first round
        std::vector<Repetitions> rounds;
    };
    struct Loop {
        CurvePattern pattern = CurvePattern::Read;
        const MemoryLoop *loop = nullptr;
        std::vector<Entry> entries;
    };

    void addEntry(Loop &loop, std::int64_t bytes);
    void plan(const TeamArrays &arrays, const MemoryLoop &loop, Entry &entry);
    [[nodiscard]] Repetitions measure(const RoofRound &round, double seconds, const TeamArrays &arrays,
                                      const MemoryLoop &loop, Entry &entry);

    const std::shared_ptr<ThreadPlacement> m_placement;
    const Effort m_effort;
    std::int64_t m_privateBytes = 0; ///< of all threads together, in caches that no two of them share
    std::int64_t m_largest = 0; ///< footprint of all threads together
    std::size_t m_floats = 0; ///< of each of a thread's three arrays
    std::vector<Loop> m_loops;
};

} // namespace rooflight
