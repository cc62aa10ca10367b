// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/cache_sizes.h"

#include "core/roofs/cpu/working_sets.h"

namespace rooflight {

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

std::vector<CacheLevel> distinctLevels(const std::vector<CacheLevel> &levels)
{
    std::vector<CacheLevel> distinct;
    for (const CacheLevel &level : levels) {
        if (distinct.empty() || level.bytesPerThread > 2 * distinct.back().bytesPerThread)
            distinct.push_back(level);
    }
    return distinct;
}

std::vector<CacheSize> cacheSizes(ThreadPlacement &placement, bool confirm)
{
    const CpuTopology &topology = placement.topology();
    if (placement.places().empty())
        return {}; // threads that move have no cache of their own
    const std::vector<CacheLevel> levels = distinctLevels(cacheLevels(topology, placement.places()));
    if (levels.empty())
        return sizesBySweep(sweepWorkingSets(placement, setsBeyondCaches * topology.lastLevelCacheBytes),
                            placement.threads());

    std::vector<WorkingSet> sets;
    if (confirm)
        sets = sweepWorkingSets(placement, setsBeyondCaches * levels.back().bytesPerThread);
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

} // namespace rooflight
