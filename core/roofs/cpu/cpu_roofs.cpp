// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/cpu_roofs.h"

#include "core/machine/cpu_device.h"
#include "core/machine/cpuid_caches.h"
#include "core/model/timestamp.h"
#include "core/roofs/cpu/cache_sizes.h"
#include "core/roofs/cpu/compute_roofs.h"
#include "core/roofs/cpu/kernels.h"
#include "core/roofs/cpu/memory_roofs.h"
#include "core/roofs/cpu/roof_bench.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>

namespace ridgepoint {

namespace {

/// Parts of the time. A loop's clock has settled long before; what drifts, and what is held, need longer.
constexpr double burstWeight = 1;
constexpr double besideWeight = 0.5; ///< of main memory with other threads
constexpr double cacheWeight = 1;
constexpr double dramWeight = 2;
constexpr double sustainedWeight = 6;

MemoryPatterns patternsNamed(std::initializer_list<std::string_view> names)
{
    MemoryPatterns patterns;
    for (const MemoryPattern &pattern : memoryPatterns) {
        if (std::ranges::find(names, pattern.name) != names.end())
            patterns.push_back(&pattern);
    }
    return patterns;
}

/// The topology, with the processor's own word on its caches where the system tells nothing.
CpuTopology topologyHere()
{
    CpuTopology topology = cpuTopology();
    if (!topology.caches.empty())
        return topology;
    topology.caches = cachesByCpuId(topology.cpus);
    topology.cachesByCpuId = !topology.caches.empty();
    if (topology.cachesByCpuId)
        topology.lastLevelCacheBytes = lastLevelBytes(topology.caches);
    return topology;
}

/// Loops that are the limit of some arithmetic, rather than told for comparison.
bool judges(const kernels::ComputeLoop &loop)
{
    return loop.unit != "scalar" && loop.unit != "vector_no_fma";
}

/// All roofs of one CPU.
class CpuRoofs
{
public:
    CpuRoofs(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions);

    [[nodiscard]] Result<Peaks> measure();

private:
    void addLoops(RoofBench &bench, bool (*fits)(const kernels::ComputeLoop &));
    void addMemory(MemoryRoofs roofs, double weight);
    void addCaches();
    void addBeside(std::optional<RoofBench> &bench, int threads, std::string note);
    void addSustained();
    void addAll();
    [[nodiscard]] Result<bool> visitAll();

    const CpuPeaksOptions m_options;
    const std::string m_instructions;
    const CpuTopology m_topology = topologyHere();
    RoofBudget m_budget;
    RoofBench m_bench;
    std::optional<RoofBench> m_oneCore;
    std::optional<RoofBench> m_allCpus;
    const std::vector<kernels::ComputeLoop> m_loops;
    const MemoryPatterns m_dramPatterns;
    std::vector<CacheSize> m_caches;
    struct Part {
        std::unique_ptr<VisitedRoofs> roofs;
        double weight = 0; ///< of each roof, all visits together
        int firstRound = 0; ///< visited from then on
    };
    const int m_rounds;
    std::vector<Part> m_parts; ///< in the order of each round
};

CpuRoofs::CpuRoofs(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions)
    : m_options(options)
    , m_instructions(std::move(instructions))
    , m_budget(options, keepGoing)
    , m_bench(m_budget, m_topology, options.threads > 0 ? options.threads : availableCpus(), m_instructions)
    , m_loops(kernels::computeLoops(m_instructions))
    , m_dramPatterns(options.effort == Effort::Quick ? patternsNamed({ "read", "triad" })
                                                     : patternsNamed({ "read", "write", "copy", "update", "triad" }))
    , m_rounds(visitRounds(options.effort))
{
}

void CpuRoofs::addLoops(RoofBench &bench, bool (*fits)(const kernels::ComputeLoop &))
{
    for (const kernels::ComputeLoop &loop : m_loops) {
        if (fits(loop))
            m_parts.push_back({ std::make_unique<ComputeRoof>(bench, loop, ComputeRoof::Phase::Burst), burstWeight });
    }
}

void CpuRoofs::addMemory(MemoryRoofs roofs, double weight)
{
    m_parts.push_back({ std::make_unique<MemoryRoofs>(std::move(roofs)), weight });
}

void CpuRoofs::addCaches()
{
    CacheLevel below;
    for (const CacheSize &size : m_caches) {
        addMemory(
            MemoryRoofs::ofCache(m_bench, size.level, below, patternsNamed({ "read", "update", "triad" }), size.flags),
            cacheWeight);
        below = size.level;
    }
}

/// The same with another number of threads: what multiplies and adds, and main memory.
void CpuRoofs::addBeside(std::optional<RoofBench> &bench, int threads, std::string note)
{
    bench.emplace(m_budget, m_topology, threads, m_instructions, std::move(note));
    addLoops(*bench, judges);
    addMemory(MemoryRoofs::ofDram(*bench, patternsNamed({ "read", "triad" }), m_options.arrayBytes), besideWeight);
}

/// Once, behind all else: what is held needs a phase of its own.
void CpuRoofs::addSustained()
{
    for (const kernels::ComputeLoop &loop : m_loops) {
        if (judges(loop))
            m_parts.push_back({ std::make_unique<ComputeRoof>(m_bench, loop, ComputeRoof::Phase::Sustained),
                                sustainedWeight, m_rounds - 1 });
    }
}

void CpuRoofs::addAll()
{
    addLoops(m_bench, judges);
    addCaches();
    addMemory(MemoryRoofs::ofDram(m_bench, m_dramPatterns, m_options.arrayBytes), dramWeight);
    if (m_options.effort != Effort::Quick) {
        addLoops(m_bench, [](const kernels::ComputeLoop &loop) { return !judges(loop); });
        if (m_bench.threads() > 1)
            addBeside(m_oneCore, 1, "one core");
        if (const int all = availableCpus(); all > m_bench.threads() && all > 1)
            addBeside(m_allCpus, all, std::to_string(all) + " threads");
    }
    if (m_options.effort == Effort::Thorough)
        addSustained();
}

/// False when the caller ended it.
Result<bool> CpuRoofs::visitAll()
{
    double weight = 0;
    for (const Part &part : m_parts)
        weight += part.weight * static_cast<double>(part.roofs->size());
    m_budget.expect(weight);
    for (int round = 0; round < m_rounds; ++round) {
        for (const Part &part : m_parts) {
            if (round < part.firstRound)
                continue;
            Result<bool> going = part.roofs->visit(part.weight / (m_rounds - part.firstRound));
            if (!going.ok() || !going.value())
                return going;
        }
        if (m_options.afterRound)
            m_budget.letOthersRun(m_options.afterRound);
    }
    return true;
}

Result<Peaks> CpuRoofs::measure()
{
    warmUp(m_bench, m_loops.front());
    m_caches = cacheSizes(m_bench, m_options.effort != Effort::Quick);
    addAll();
    if (const Result<bool> visited = visitAll(); !visited.ok())
        return visited.error();
    for (const Part &part : m_parts)
        part.roofs->finish();
    Peaks peaks;
    peaks.device = cpuDevice(m_bench.threads());
    peaks.clockPolicy = cpuSpeedPolicy();
    peaks.program = RIDGEPOINT_VERSION;
    peaks.effort = name(m_options.effort);
    peaks.roofs = m_bench.takeRoofs();
    for (std::optional<RoofBench> *bench : { &m_oneCore, &m_allCpus }) {
        if (*bench)
            std::ranges::move((*bench)->takeRoofs(), std::back_inserter(peaks.roofs));
    }
    peaks.measuredAt = timestampNow();
    return peaks;
}

} // namespace

Result<Peaks> measureCpuPeaks(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing)
{
    Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    try {
        return CpuRoofs(options, keepGoing, std::move(instructions).value()).measure();
    } catch (const std::system_error &error) {
        return Error { ErrorCode::OutOfMemory,
                       "The threads to measure the roofs with cannot be started: " + std::string(error.what()) + ".",
                       "Ask for fewer threads, or raise the limit on processes." };
    }
}

Result<std::string> cpuInstructionSet()
{
    return kernels::chooseInstructionSet();
}

Result<std::set<std::string>> cpuPrecisions()
{
    const Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    std::set<std::string> precisions;
    for (const kernels::ComputeLoop &loop : kernels::computeLoops(instructions.value()))
        precisions.emplace(loop.precision);
    return precisions;
}

} // namespace ridgepoint
