// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/footprint_benchmark.h"

#include "core/machine/memory_in_reach.h"
#include "core/roofs/roof_run.h"
#include "core/roofs/roof_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

/// Part of the time, of all points together: with normal effort about a sixth of it.
constexpr double curveWeight = 8;

constexpr std::int64_t leastBytesPerThread = 8192;
constexpr int footprintsPerDoubling = 2;
constexpr std::int64_t cachesPerFootprint = 4;
constexpr std::int64_t leastLargestBytes = std::int64_t(64) << 20;
/// A virtual machine of two CPUs may see a cache of hundreds of megabytes: passes through four times that would take
/// the time of all other roofs.
constexpr std::int64_t mostBytesPerThread = std::int64_t(256) << 20;

/// There are some hundred points: long enough against the microsecond that starting takes.
constexpr double pointSeconds = 0.0025;

constexpr int planTrials = 3;
constexpr double planBytes = 4 << 20; ///< of each thread, at least

/// Stores past the caches can only be faster where no cache holds what they write.
constexpr double shareOfCaches = 0.5;

struct CurveLoop {
    std::string_view name; ///< of the loop
    CurvePattern pattern;
};
constexpr std::array curveLoops = { CurveLoop { "read", CurvePattern::Read },
                                    CurveLoop { "write", CurvePattern::Write },
                                    CurveLoop { "update", CurvePattern::Update },
                                    CurveLoop { "triad", CurvePattern::Triad } };

Error noMemoryForCurves()
{
    return { ErrorCode::OutOfMemory, "There is not enough memory to measure bandwidth by footprint.",
             "Close other programs, or raise the memory limit of this one.", 0 };
}

/// Value and interval as of other roofs of memory.
CurvePoint pointOf(std::int64_t bytes, const std::vector<Repetitions> &rounds)
{
    Roof roof;
    setValue(roof, rounds);
    return { bytes, roof.value, roof.interval };
}

} // namespace

std::vector<std::int64_t> curveFootprints(int threads, std::int64_t mostBytes)
{
    std::vector<std::int64_t> footprints;
    const auto least = static_cast<double>(leastBytesPerThread * threads);
    do {
        const double doublings = static_cast<double>(footprints.size()) / footprintsPerDoubling;
        footprints.push_back(std::llround(least * std::exp2(doublings)));
    } while (footprints.back() < mostBytes);
    return footprints;
}

FootprintBenchmark::FootprintBenchmark(std::shared_ptr<ThreadPlacement> placement, const std::vector<CacheSize> &levels,
                                       std::int64_t arrayBytes, Effort effort)
    : m_placement(std::move(placement))
    , m_effort(effort)
{
    const int threads = m_placement->threads();
    const std::int64_t lastLevelBytes = m_placement->topology().lastLevelCacheBytes;
    const std::int64_t wanted =
        arrayBytes > 0 ? arrayBytes : std::max(leastLargestBytes, cachesPerFootprint * lastLevelBytes);
    // A quarter of what is left: others need memory while this runs.
    const std::int64_t most = std::min(mostBytesPerThread * threads, memoryInReach() / 4);
    for (const CacheSize &size : levels) {
        if (!size.level.shared)
            m_privateBytes = std::max(m_privateBytes, size.level.bytesPerThread * threads);
    }
    for (const std::int64_t bytes : curveFootprints(threads, std::min(wanted, most)))
        m_largest = std::max(m_largest, bytes);
    m_floats = floatsOfArrays(static_cast<double>(m_largest) / threads / arraysOfThread);
    m_placement->arrays().reserve(m_floats);
    for (const CurveLoop &curve : curveLoops)
        m_loops.push_back({ curve.pattern, std::ranges::find(memoryLoops, curve.name, &MemoryLoop::name), {} });
    for (Loop &loop : m_loops) {
        for (const std::int64_t bytes : curveFootprints(threads, m_largest))
            addEntry(loop, bytes);
    }
}

/// Whole blocks of each array. The smallest footprints of several arrays are the same.
void FootprintBenchmark::addEntry(Loop &loop, std::int64_t bytes)
{
    const int threads = m_placement->threads();
    const std::size_t floats = wholeBlocks(static_cast<double>(bytes) / threads / loop.loop->arrays);
    const auto footprint = static_cast<std::int64_t>(floats * sizeof(float)) * loop.loop->arrays * threads;
    if (!loop.entries.empty() && footprint <= loop.entries.back().bytes)
        return;
    loop.entries.push_back({ footprint, { floats, {}, footprint <= m_privateBytes }, 0, {} });
}

double FootprintBenchmark::weight(RoundNumber round) const
{
    return curveWeight / round.count;
}

/// Takes the fastest way through a footprint, and how often a repetition goes that way.
void FootprintBenchmark::plan(const TeamArrays &arrays, const MemoryLoop &loop, Entry &entry)
{
    const double bytesOfPass = loop.bytes(entry.plan.floats);
    const auto passes = static_cast<std::int64_t>(std::ceil(planBytes / bytesOfPass));
    const auto lastLevel = static_cast<double>(m_placement->topology().lastLevelCacheBytes);
    const bool mayPassCaches = loop.stores && static_cast<double>(entry.bytes) > shareOfCaches * lastLevel;
    double best = 0;
    LoopPlan plan = entry.plan;
    for (const kernels::Access access : { kernels::Access { false, false }, kernels::Access { true, false },
                                          kernels::Access { false, true }, kernels::Access { true, true } }) {
        if (access.pastCaches && !mayPassCaches)
            continue;
        plan.access = access;
        for (int trial = 0; trial < (passes > 1 ? planTrials : 1); ++trial) {
            const double rate = arrays.bytesPerSecond(loop, plan, passes);
            if (rate > best) {
                best = rate;
                entry.plan = plan;
            }
        }
    }
    const double passesPerSecond = best / (bytesOfPass * m_placement->threads());
    entry.passes = std::max<std::int64_t>(1, std::llround(pointSeconds * passesPerSecond));
}

Repetitions FootprintBenchmark::measure(const RoofRound &round, double seconds, const TeamArrays &arrays,
                                        const MemoryLoop &loop, Entry &entry)
{
    const double end = round.now() + seconds;
    if (entry.passes == 0)
        plan(arrays, loop, entry);
    return round.repeat(name(), within(steadyLimits(m_effort), std::max(0.0, end - round.now())),
                        [&]() -> Result<double> { return arrays.bytesPerSecond(loop, entry.plan, entry.passes); });
}

Result<void> FootprintBenchmark::runRound(const RoofRound &round)
{
    const std::shared_ptr<const TeamArrays> arrays = m_placement->arrays().get(m_floats);
    if (!arrays)
        return noMemoryForCurves();
    std::size_t left = 0;
    for (const Loop &loop : m_loops)
        left += loop.entries.size();
    for (Loop &loop : m_loops) {
        for (Entry &entry : loop.entries) {
            const double seconds = std::max(0.0, round.secondsLeft()) / static_cast<double>(left--);
            entry.rounds.push_back(measure(round, seconds, *arrays, *loop.loop, entry));
            if (round.stopRequested())
                return {};
        }
    }
    return {};
}

std::vector<BandwidthCurve> FootprintBenchmark::curves()
{
    const auto isMeasured = [](const Loop &loop) {
        return std::ranges::none_of(loop.entries, [](const Entry &entry) { return entry.rounds.empty(); });
    };
    // The part of a curve without large footprints would pass for all of it.
    if (!std::ranges::all_of(m_loops, isMeasured))
        return {};
    std::vector<BandwidthCurve> curves;
    for (const Loop &loop : m_loops) {
        BandwidthCurve &curve = curves.emplace_back();
        curve.pattern = loop.pattern;
        for (const Entry &entry : loop.entries)
            curve.points.push_back(pointOf(entry.bytes, entry.rounds));
    }
    return curves;
}

} // namespace rooflight
