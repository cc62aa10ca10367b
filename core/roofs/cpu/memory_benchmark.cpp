// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/memory_benchmark.h"

#include "core/base/translation_mark.h"
#include "core/machine/memory_in_reach.h"
#include "core/roofs/roof_run.h"
#include "core/roofs/roof_value.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

/// Part of the time, of each pattern.
constexpr double cacheWeight = 1;

/// Passes with each way of access, one after the other, the fastest of each decides.
constexpr int accessTrials = 8;
constexpr double trialShare = 0.4; ///< of a roof's time, at most
constexpr double memoryTrialBytes = 64 << 20; ///< of each thread, at least

/// Long against the microsecond that starting takes, short against the time slices of other programs.
constexpr double repetitionSeconds = 0.01;

constexpr std::int64_t cachesPerArray = 4;
constexpr std::int64_t smallestArrayBytes = std::int64_t(64) << 20;

/// A thread that ran less than this part of a repetition waited for another program.
constexpr double minimumRunningShare = 0.9;
constexpr std::string_view otherLoad = "other_load";

/// Parts of a cache that its data may take up.
constexpr std::array cacheShares = { 0.5, 0.25, 0.125 };

LoopPlan fastestOf(const TeamArrays &arrays, const MemoryLoop &loop, const std::vector<LoopPlan> &plans,
                   const RoofRound &round, double seconds)
{
    const double end = round.now() + seconds;
    LoopPlan fastest = plans.front();
    double best = 0;
    for (int trial = 0; trial == 0 || (trial < accessTrials && round.now() < end); ++trial) {
        for (const LoopPlan &plan : plans) {
            // A pass through a small working set is over too soon to be timed.
            const auto passes = static_cast<std::int64_t>(std::ceil(memoryTrialBytes / loop.bytes(plan.floats)));
            const double rate = arrays.bytesPerSecond(loop, plan, passes);
            if (rate > best) {
                best = rate;
                fastest = plan;
            }
        }
    }
    return fastest;
}

Error outOfMemory()
{
    return { ErrorCode::OutOfMemory, "There is not enough memory to measure its bandwidth.",
             "Close other programs, or raise the memory limit of this one.", 0 };
}

} // namespace

MemoryBenchmark::MemoryBenchmark(std::shared_ptr<ThreadPlacement> placement, std::string name, std::size_t floats,
                                 double weight, Effort effort)
    : m_placement(std::move(placement))
    , m_name(std::move(name))
    , m_floats(floats)
    , m_weight(weight)
    , m_limits(steadyLimits(effort))
{
    m_placement->arrays().reserve(m_floats);
}

Roof MemoryBenchmark::newRoof(OpenEnum<MemoryLevel> level, const MemoryLoop &loop) const
{
    ComposedText name = composedText(loop.title, { m_name });
    if (!m_placement->note().empty())
        name = composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { std::move(name), m_placement->note() });
    return m_placement->newRoof(MemoryLimit { std::move(level), loop.pattern }, std::move(name));
}

std::unique_ptr<MemoryBenchmark> MemoryBenchmark::ofCache(std::shared_ptr<ThreadPlacement> placement,
                                                          const CacheSize &size, const CacheLevel &below,
                                                          const MemoryLoops &loops, Effort effort)
{
    const CacheLevel &level = size.level;
    const auto levelBytes = static_cast<double>(level.bytesPerThread);
    const std::string number = std::to_string(level.level);
    std::unique_ptr<MemoryBenchmark> benchmark(new MemoryBenchmark(
        std::move(placement), 'L' + number, wholeBlocks(cacheShares.front() * levelBytes), cacheWeight, effort));
    for (const MemoryLoop *loop : loops) {
        Entry entry { loop, {}, benchmark->newRoof(OpenEnum<MemoryLevel>('l' + number), *loop), {} };
        auto &limit = std::get<MemoryLimit>(entry.roof.limit);
        limit.capacityBytes = level.bytes;
        limit.instances = std::max(level.instances, 1);
        entry.roof.flags.insert(entry.roof.flags.end(), size.flags.begin(), size.flags.end());
        for (const double share : cacheShares) {
            const double bytes = share * levelBytes;
            const std::size_t floats = wholeBlocks(bytes / loop->arrays);
            // Data that the level below could hold would be measured there.
            if (!entry.plans.empty() && bytes < 2 * static_cast<double>(below.bytesPerThread))
                break;
            entry.plans.push_back({ floats, { .narrow = false }, !level.shared });
            entry.plans.push_back({ floats, { .narrow = true }, !level.shared });
        }
        benchmark->m_entries.push_back(std::move(entry));
    }
    return benchmark;
}

std::unique_ptr<MemoryBenchmark> MemoryBenchmark::ofDram(std::shared_ptr<ThreadPlacement> placement,
                                                         const MemoryLoops &loops, DramArrays arrays,
                                                         std::int64_t arrayBytes, double weight, Effort effort)
{
    const std::int64_t beyondCaches = cachesPerArray * placement->topology().lastLevelCacheBytes;
    const std::int64_t wanted = arrayBytes > 0 ? arrayBytes : std::max(smallestArrayBytes, beyondCaches);
    const int sharing = arrays == DramArrays::Each ? 1 : arraysOfThread; // arrays that have those bytes
    // A quarter of what is left for three arrays: others need memory while this runs.
    const std::int64_t bytes = std::min(wanted, memoryInReach() / 4 / arraysOfThread);
    const double ofThread = static_cast<double>(bytes) / placement->threads();
    std::unique_ptr<MemoryBenchmark> benchmark(
        new MemoryBenchmark(std::move(placement), "DRAM", floatsOfArrays(ofThread / sharing), weight, effort));
    benchmark->m_inOneRound = effort == Effort::Quick;
    for (const MemoryLoop *loop : loops) {
        Entry entry { loop, {}, benchmark->newRoof(MemoryLevel::Dram, *loop), {} };
        const std::size_t floats = wholeBlocks(ofThread / std::min(loop->arrays, sharing));
        if (bytes < beyondCaches)
            entry.roof.flags.emplace_back("small_arrays");
        for (const bool pastCaches : { false, true }) {
            if (pastCaches && !loop->stores)
                continue;
            entry.plans.push_back({ floats, { .narrow = false, .pastCaches = pastCaches } });
            entry.plans.push_back({ floats, { .narrow = true, .pastCaches = pastCaches } });
        }
        benchmark->m_entries.push_back(std::move(entry));
    }
    return benchmark;
}

double MemoryBenchmark::weight(RoundNumber round) const
{
    const double all = m_weight * static_cast<double>(m_entries.size());
    if (m_inOneRound)
        return round.index == round.count - 1 ? all : 0;
    return all / round.count;
}

/// Repetitions with the fastest of several plans. Flags a roof whose threads were held up meanwhile.
Repetitions MemoryBenchmark::measure(const RoofRound &round, double seconds, const TeamArrays &arrays, Entry &entry)
{
    const MemoryLoop &loop = *entry.loop;
    const LoopPlan plan = fastestOf(arrays, loop, entry.plans, round, seconds * trialShare);
    const std::int64_t passes = m_placement->countPerRepetition(repetitionSeconds, [&](int worker, std::int64_t count) {
        loop.run(arrays.of(worker, plan.floats), count, plan.access);
    });
    const double bytes = static_cast<double>(passes) * loop.bytes(plan.floats) * m_placement->threads();
    std::vector<double> runningShares;
    Repetitions repetitions =
        round.repeat(entry.roof.name, within(m_limits, seconds * (1 - trialShare)), [&]() -> Result<double> {
            const double rate = arrays.bytesPerSecond(loop, plan, passes);
            runningShares.push_back(m_placement->team().ownSeconds() * rate / bytes);
            return rate;
        });
    std::ranges::sort(runningShares);
    if (runningShares[runningShares.size() / 2] < minimumRunningShare && !entry.roof.hasFlag(otherLoad))
        entry.roof.flags.emplace_back(otherLoad);
    return repetitions;
}

Result<void> MemoryBenchmark::runRound(const RoofRound &round)
{
    const std::shared_ptr<const TeamArrays> arrays = m_placement->arrays().get(m_floats);
    if (!arrays)
        return outOfMemory();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const double seconds = round.secondsLeft() / static_cast<double>(m_entries.size() - i);
        m_entries[i].rounds.push_back(measure(round, seconds, *arrays, m_entries[i]));
        if (round.stopRequested())
            break;
    }
    return {};
}

std::vector<Roof> MemoryBenchmark::results()
{
    return takeMeasuredRoofs(m_entries);
}

} // namespace rooflight
