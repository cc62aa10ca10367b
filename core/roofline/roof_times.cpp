// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/roof_times.h"

#include "core/base/clock.h"
#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <limits>

namespace rooflight {

namespace {

/// Files of version 0.1.0 hold the working set of an operator only. Nothing known of it: from main memory.
std::vector<MemoryReuse> trafficOf(const Operator &op)
{
    if (!op.reuse.empty() || op.cost.bytes() <= 0)
        return op.reuse;
    const std::int64_t distance =
        op.workingSetBytes > 0 ? op.workingSetBytes : std::numeric_limits<std::int64_t>::max();
    return { { op.cost.bytesRead, distance, false, false }, { op.cost.bytesWritten, distance, false, true } };
}

} // namespace

bool mayUseTf32(OperatorFamily family, const Tf32Use &tf32)
{
    return (family == OperatorFamily::Convolution && tf32.convolutions)
        || (family == OperatorFamily::Matrix && tf32.products);
}

std::int64_t judgedFlops(const Operator &op)
{
    return op.work == OperatorWork() ? op.cost.flops : op.work.flops();
}

Demand demandOf(const Operator &op, const Tf32Use &tf32)
{
    return { .flops = judgedFlops(op),
             .traffic = trafficOf(op),
             .family = op.family,
             .dtype = op.dtype,
             .mayUseTf32 = mayUseTf32(op.family, tf32),
             .known = op.known,
             .avoidableFlops = 2 * op.work.avoidableMacs };
}

Tf32Use tf32Of(const Part<LayerLatencies> &layers)
{
    return layers ? layers->tf32 : Tf32Use();
}

std::optional<std::size_t> RoofTimes::roof() const
{
    return launchNs > workNs() ? launchRoof : roofOfWork();
}

std::optional<std::size_t> RoofTimes::roofOfWork() const
{
    return arithmeticNs >= memoryNs ? computeRoof : memoryLimit;
}

RoofJudge::RoofJudge(const DeviceRoofs &peaks)
    : m_peaks(peaks)
    , m_levels(memoryLevels(peaks))
    , m_footprints(peaks)
    , m_launchRoof(rooflight::launchRoof(peaks))
{
}

std::optional<MemoryTime> RoofJudge::memoryTimeOf(std::span<const MemoryReuse> traffic, bool readByAllThreads) const
{
    const std::optional<FootprintTime> time = m_levels.empty() ? std::nullopt : m_footprints.timeOf(traffic);
    return time ? underLevelsOf(*time) : memoryTime(m_peaks, m_levels, traffic, readByAllThreads);
}

/// The level that holds the footprint names the roof and draws its slope; the time stays.
MemoryTime RoofJudge::underLevelsOf(const FootprintTime &time) const
{
    const auto holds = [&time](const MemoryLevelRoof &level) {
        return level.capacityBytes == 0
            || static_cast<double>(time.footprintBytes) <= usableCapacity * static_cast<double>(level.capacityBytes);
    };
    const auto found = std::ranges::find_if(m_levels, holds);
    const MemoryLevelRoof &level = found == m_levels.end() ? m_levels.back() : *found;
    MemoryTime named { level.roof, level.roof, time.nanoseconds, time.bytes };
    if (time.way == TrafficWay::Reads && level.reads)
        named.roof = level.reads->roof;
    if (time.way == TrafficWay::Writes && level.writes)
        named.roof = level.writes->roof;
    named.atFootprint = time;
    return named;
}

RoofTimes RoofJudge::timesOf(const Demand &demand, std::optional<double> timeNs) const
{
    RoofTimes times;
    if (demand.movesNothing()) {
        times.judged = demand.known;
        return times;
    }
    const bool sharedAcrossThreads = usesMatrixUnits(demand.family);
    const std::optional<MemoryTime> memory = memoryTimeOf(demand.traffic, sharedAcrossThreads);
    if (memory) {
        times.memoryRoof = memory->slope;
        times.memoryLimit = memory->roof;
        times.memoryNs = memory->nanoseconds;
        if (const std::optional<FootprintTime> &at = memory->atFootprint)
            times.footprint = FootprintRoof { at->footprintBytes, at->bandwidth };
    }
    if (demand.flops > 0) {
        times.computeRoof = computeRoof(m_peaks, demand.dtype, demand.family, demand.mayUseTf32);
        if (times.computeRoof)
            times.arithmeticNs = static_cast<double>(demand.flops - demand.avoidableFlops)
                / m_peaks.roofs[*times.computeRoof].value * nsPerSecond;
    }
    times.judged =
        demand.known && (demand.flops == 0 || times.computeRoof) && (demand.traffic.empty() || times.memoryRoof);
    times.launchRoof = m_launchRoof;
    times.launchNs = std::min(launchOverheadNs(), timeNs.value_or(std::numeric_limits<double>::max()));
    const double memoryAtUpperEndNs = memory && memory->atFootprint
        ? memory->atFootprint->atUpperEndsNs
        : times.memoryNs * upperEndFactor(times.memoryLimit);
    times.workAtUpperEndsNs = std::max(times.arithmeticNs * upperEndFactor(times.computeRoof), memoryAtUpperEndNs);
    return times;
}

double RoofJudge::launchOverheadNs() const
{
    return m_launchRoof ? m_peaks.roofs[*m_launchRoof].value * nsPerSecond : 0;
}

/// Time at the upper end of a roof's interval, as a share of that at its value; 1 where the interval is unknown (0).
double RoofJudge::upperEndFactor(std::optional<std::size_t> roof) const
{
    if (!roof)
        return 1;
    const Roof &judge = m_peaks.roofs[*roof];
    return judge.interval[1] > judge.value ? judge.value / judge.interval[1] : 1;
}

std::optional<double> arithmeticNsOf(const Analysis &analysis, const Tf32Use &tf32, const DeviceRoofs &peaks)
{
    const RoofJudge judge(peaks);
    double sumNs = 0;
    for (const Operator &op : analysis.operators) {
        const Demand demand = demandOf(op, tf32);
        const RoofTimes times = judge.timesOf(demand, std::nullopt);
        if (demand.flops > 0 && !times.computeRoof)
            return std::nullopt;
        sumNs += times.arithmeticNs;
    }
    return sumNs;
}

} // namespace rooflight
