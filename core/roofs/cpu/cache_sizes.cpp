// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/cache_sizes.h"

#include "core/roofs/cpu/memory_roofs.h"
#include "core/roofs/cpu/working_sets.h"

namespace ridgepoint {

namespace {

/// Sets of several times the largest cache are in main memory for the most part.
constexpr std::int64_t setsBeyondCaches = 4;

std::vector<CacheSize> sizesBySweep(const std::vector<WorkingSet> &sets, int threads)
{
    std::vector<CacheSize> sizes;
    for (const std::int64_t bytes : cacheSizesIn(sets)) {
        const int level = static_cast<int>(sizes.size()) + 1;
        sizes.push_back({ { level, bytes, bytes * threads, threads > 1 }, { "size_by_sweep" } });
    }
    return sizes;
}

} // namespace

std::vector<CacheSize> cacheSizes(RoofBench &bench, bool confirm)
{
    const CpuTopology &topology = bench.topology();
    if (bench.places().empty())
        return {}; // threads that move have no cache of their own
    const std::vector<CacheLevel> levels = distinctLevels(cacheLevels(topology, bench.places()));
    if (levels.empty())
        return sizesBySweep(sweepWorkingSets(bench, setsBeyondCaches * topology.lastLevelCacheBytes), bench.threads());

    std::vector<WorkingSet> sets;
    if (confirm)
        sets = sweepWorkingSets(bench, setsBeyondCaches * levels.back().bytesPerThread);
    std::vector<CacheSize> sizes;
    for (const CacheLevel &level : levels) {
        CacheSize size { level, {} };
        if (topology.cachesByCpuId)
            size.flags.emplace_back("size_by_cpuid");
        if (!sets.empty() && !isCacheSize(sets, level.bytesPerThread))
            size.flags.emplace_back("size_unconfirmed");
        sizes.push_back(std::move(size));
    }
    return sizes;
}

} // namespace ridgepoint
