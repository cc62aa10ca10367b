// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/cache_sizes.h"

#include "core/roofs/cpu/team_arrays.h"

#include <algorithm>
#include <cmath>

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

namespace {

constexpr double leastBytes = 4096;
constexpr int setsPerDoubling = 2;
constexpr int trials = 5;
constexpr double setTrialBytes = 4 << 20; ///< of each thread, at least

/// A set that is read at this part of the rate of the next smaller one is on a plateau with it.
constexpr double flatShare = 0.95;

/// A set that is read at less than this part of a plateau's rate is beyond its edge.
constexpr double edgeShare = 0.85;

/// Where an edge is expected, less is enough: second levels are not much faster than third ones for one thread.
constexpr double confirmingShare = 0.9;

double rateOf(const TeamArrays &arrays, double bytes)
{
    const MemoryLoop &read = memoryLoops.front();
    const LoopPlan plan { wholeBlocks(bytes), {} };
    const auto passes = static_cast<std::int64_t>(std::ceil(setTrialBytes / read.bytes(plan.floats)));
    double best = 0;
    for (int trial = 0; trial < trials; ++trial)
        best = std::max(best, arrays.bytesPerSecond(read, plan, passes));
    return best;
}

/// Fastest set above one size and up to another; 0 when there is none.
double fastestBetween(const std::vector<WorkingSet> &sets, double from, double to)
{
    double fastest = 0;
    for (const WorkingSet &set : sets) {
        if (set.bytesPerThread > from && set.bytesPerThread <= to)
            fastest = std::max(fastest, set.bytesPerSecond);
    }
    return fastest;
}

/// Rates that never rise with the size: a set that is slower than a larger one met another program.
std::vector<double> withoutDips(const std::vector<WorkingSet> &sets)
{
    std::vector<double> rates(sets.size());
    double fastest = 0;
    for (std::size_t i = sets.size(); i-- > 0;) {
        fastest = std::max(fastest, sets[i].bytesPerSecond);
        rates[i] = fastest;
    }
    return rates;
}

} // namespace

std::vector<WorkingSet> sweepWorkingSets(ThreadPlacement &placement, std::int64_t mostBytesPerThread)
{
    const auto most = static_cast<double>(mostBytesPerThread);
    const std::shared_ptr<const TeamArrays> arrays = placement.arrays().get(floatsOfArrays(most / arraysOfThread));
    std::vector<WorkingSet> sets;
    if (!arrays)
        return sets;
    for (int step = 0;; ++step) {
        const double bytes = std::round(leastBytes * std::exp2(static_cast<double>(step) / setsPerDoubling));
        if (bytes > most)
            return sets;
        sets.push_back({ static_cast<double>(wholeBlocks(bytes) * sizeof(float)), rateOf(*arrays, bytes) });
    }
}

bool isCacheSize(const std::vector<WorkingSet> &sets, std::int64_t bytesPerThread)
{
    const auto bytes = static_cast<double>(bytesPerThread);
    const double inside = fastestBetween(sets, bytes / 4, bytes / 2);
    const double beyond = fastestBetween(sets, 1.5 * bytes, 4 * bytes);
    return beyond > 0 && beyond < confirmingShare * inside;
}

std::vector<std::int64_t> cacheSizesIn(const std::vector<WorkingSet> &sets)
{
    const std::vector<double> rates = withoutDips(sets);
    std::vector<std::int64_t> sizes;
    double plateau = 0; // its rate; 0: on the slope to the next
    for (std::size_t i = 1; i < sets.size(); ++i) {
        if (plateau > 0 && rates[i] < edgeShare * plateau) {
            sizes.push_back(static_cast<std::int64_t>(sets[i - 1].bytesPerThread));
            plateau = 0;
        } else if (rates[i] >= flatShare * rates[i - 1]) {
            plateau = std::max(plateau, rates[i - 1]);
        }
    }
    return sizes;
}

} // namespace rooflight
