// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/memory_roofs.h"

#include "core/machine/memory_in_reach.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

/// Passes in turn with each way of access, the fastest of each decides.
constexpr int accessTrials = 8;
constexpr double trialShare = 0.4; ///< of a roof's time, at most
constexpr double trialBytes = 64 << 20; ///< of each thread, at least

/// Long against the microsecond that starting takes, short against the time slices of other programs.
constexpr double repeatSeconds = 0.01;

constexpr std::int64_t cachesPerArray = 4;
constexpr std::int64_t smallestArrayBytes = std::int64_t(64) << 20;

/// A thread that ran less than this part of a repeat waited for another program.
constexpr double leastRunningShare = 0.9;
constexpr std::string_view otherLoad = "other_load";

/// Parts of a cache that its data may take up.
constexpr std::array cacheShares = { 0.5, 0.25, 0.125 };

LoopPlan fastestOf(const TeamArrays &arrays, const MemoryPattern &pattern, const std::vector<LoopPlan> &plans,
                   double seconds)
{
    const double end = steadySeconds() + seconds;
    LoopPlan fastest = plans.front();
    double best = 0;
    for (int trial = 0; trial == 0 || (trial < accessTrials && steadySeconds() < end); ++trial) {
        for (const LoopPlan &plan : plans) {
            // A pass through a small working set is over too soon to be timed.
            const auto passes = static_cast<std::int64_t>(std::ceil(trialBytes / pattern.bytes(plan.floats)));
            const double rate = arrays.bytesPerSecond(pattern, plan, passes);
            if (rate > best) {
                best = rate;
                fastest = plan;
            }
        }
    }
    return fastest;
}

/// Repeats with the fastest of several plans. Flags a roof whose threads were held up meanwhile.
Repeats measure(RoofBench &bench, Roof &roof, const TeamArrays &arrays, const MemoryPattern &pattern,
                const std::vector<LoopPlan> &plans, double weight)
{
    const double trialSeconds = bench.budget().secondsFor(weight) * trialShare;
    const LoopPlan plan = fastestOf(arrays, pattern, plans, trialSeconds);
    const std::int64_t passes = bench.countPerRepeat(repeatSeconds, [&](int worker, std::int64_t count) {
        pattern.run(arrays.of(worker, plan.floats), count, plan.access);
    });
    const double bytes = static_cast<double>(passes) * pattern.bytes(plan.floats) * bench.threads();
    std::vector<double> runningShares;
    Repeats repeats = bench.budget().repeat(roof.name, weight, [&] {
        const double rate = arrays.bytesPerSecond(pattern, plan, passes);
        runningShares.push_back(bench.team().ownSeconds() * rate / bytes);
        return rate;
    });
    std::ranges::sort(runningShares);
    const bool heldUp = runningShares[runningShares.size() / 2] < leastRunningShare;
    if (heldUp && std::ranges::find(roof.flags, otherLoad) == roof.flags.end())
        roof.flags.emplace_back(otherLoad);
    return repeats;
}

Roof newRoof(const RoofBench &bench, const std::string &label, const std::string &level, const MemoryPattern &pattern)
{
    const std::string note = bench.note().empty() ? "" : " (" + bench.note() + ')';
    Roof roof = bench.newRoof(RoofKind::Memory, label + ' ' + std::string(pattern.name) + note);
    roof.level = level;
    roof.pattern = pattern.kind;
    return roof;
}

Error outOfMemory()
{
    return { ErrorCode::OutOfMemory, "There is not enough memory to measure its bandwidth.",
             "Close other programs, or raise the memory limit of this one.", 0 };
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

MemoryRoofs::MemoryRoofs(RoofBench &bench, std::size_t floats)
    : m_bench(bench)
    , m_floats(floats)
{
}

MemoryRoofs MemoryRoofs::ofCache(RoofBench &bench, const CacheLevel &level, const CacheLevel &below,
                                 const MemoryPatterns &patterns, const std::vector<std::string> &flags)
{
    const auto levelBytes = static_cast<double>(level.bytesPerThread);
    MemoryRoofs roofs(bench, wholeBlocks(cacheShares.front() * levelBytes));
    const std::string number = std::to_string(level.level);
    for (const MemoryPattern *pattern : patterns) {
        Entry entry { pattern, {}, newRoof(bench, 'L' + number, 'l' + number, *pattern), {} };
        entry.roof.capacityBytes = level.bytes;
        entry.roof.flags.insert(entry.roof.flags.end(), flags.begin(), flags.end());
        for (const double share : cacheShares) {
            const double bytes = share * levelBytes;
            const std::size_t floats = wholeBlocks(bytes / pattern->arrays);
            // Data that the level below could hold would be measured there.
            if (!entry.plans.empty() && bytes < 2 * static_cast<double>(below.bytesPerThread))
                break;
            entry.plans.push_back({ floats, { .narrow = false }, !level.shared });
            entry.plans.push_back({ floats, { .narrow = true }, !level.shared });
        }
        roofs.m_entries.push_back(std::move(entry));
    }
    return roofs;
}

MemoryRoofs MemoryRoofs::ofDram(RoofBench &bench, const MemoryPatterns &patterns, std::int64_t arrayBytes)
{
    const std::int64_t beyondCaches = cachesPerArray * bench.topology().lastLevelCacheBytes;
    const std::int64_t wanted = arrayBytes > 0 ? arrayBytes : std::max(smallestArrayBytes, beyondCaches);
    // A quarter of what is left for all three: others need memory while this runs.
    const std::int64_t bytes = std::min(wanted, memoryInReach() / 12);
    const std::size_t floats = wholeBlocks(static_cast<double>(bytes) / bench.threads());
    MemoryRoofs roofs(bench, floats);
    for (const MemoryPattern *pattern : patterns) {
        Entry entry { pattern, {}, newRoof(bench, "DRAM", "dram", *pattern), {} };
        if (bytes < beyondCaches)
            entry.roof.flags.emplace_back("small_arrays");
        for (const bool pastCaches : { false, true }) {
            if (pastCaches && !pattern->stores)
                continue;
            entry.plans.push_back({ floats, { .narrow = false, .pastCaches = pastCaches } });
            entry.plans.push_back({ floats, { .narrow = true, .pastCaches = pastCaches } });
        }
        roofs.m_entries.push_back(std::move(entry));
    }
    return roofs;
}

Result<bool> MemoryRoofs::visit(double weight)
{
    const TeamArrays arrays(m_bench.team(), m_floats);
    if (!arrays)
        return outOfMemory();
    for (Entry &entry : m_entries) {
        entry.visits.push_back(measure(m_bench, entry.roof, arrays, *entry.pattern, entry.plans, weight));
        if (entry.visits.back().ended)
            return false;
    }
    return true;
}

void MemoryRoofs::finish()
{
    for (Entry &entry : m_entries) {
        if (entry.visits.empty())
            continue;
        setValue(entry.roof, entry.visits);
        m_bench.take(std::move(entry.roof));
    }
}

} // namespace ridgepoint
