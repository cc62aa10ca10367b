// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu_peaks.h"

#include "core/model/timestamp.h"
#include "core/peaks/cpu/cache_sizes.h"
#include "core/peaks/cpu/compute_roofs.h"
#include "core/peaks/cpu/cpuid_caches.h"
#include "core/peaks/cpu/kernels.h"
#include "core/peaks/cpu/memory_roofs.h"
#include "core/peaks/cpu/roof_bench.h"
#include "core/peaks/cpu_device.h"

#include <algorithm>
#include <optional>
#include <system_error>

namespace ridgepoint {

namespace {

/// A part of the measurement. False when the caller ended it.
struct Step {
    double weight = 0; ///< of its share of the time
    std::function<Result<bool>()> run;
};

/// Parts of the time. A loop's clock has settled long before; what drifts, and what is held, need longer.
constexpr double burstWeight = 1;
constexpr double besideWeight = 0.5; ///< of roofs that judge nothing
constexpr double cacheWeight = 1;
constexpr double dramWeight = 2;
constexpr double sustainedWeight = 6;

/// Visits of each level of memory, spread over all the time.
int memoryVisits(Effort effort)
{
    return effort == Effort::Thorough ? 6 : 3;
}

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

/// All roofs of one CPU, a step at a time.
class CpuRoofs
{
public:
    CpuRoofs(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions);

    [[nodiscard]] Result<Peaks> measure();

private:
    void addLoops(std::vector<Step> &steps, RoofBench &bench, double weight,
                  bool (*fits)(const kernels::ComputeLoop &));
    void addCaches();
    void addBeside(std::vector<Step> &steps, std::optional<RoofBench> &bench, int threads, std::string note);
    void addSustained(std::vector<Step> &steps);
    void addMemory(MemoryRoofs roofs, double weight);
    [[nodiscard]] Step memoryVisit(std::size_t memory);
    void spreadMemoryVisits(std::vector<Step> &steps, std::size_t first);
    [[nodiscard]] std::vector<Step> steps();
    [[nodiscard]] Result<void> runAll(const std::vector<Step> &steps);

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
    struct Memory {
        MemoryRoofs roofs;
        double weight = 0; ///< of each pattern, all visits together
    };
    std::vector<Memory> m_memory;
};

CpuRoofs::CpuRoofs(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions)
    : m_options(options)
    , m_instructions(std::move(instructions))
    , m_budget(options, keepGoing)
    , m_bench(m_budget, m_topology, options.threads > 0 ? options.threads : availableCpus(), m_instructions)
    , m_loops(kernels::computeLoops(m_instructions))
    , m_dramPatterns(options.effort == Effort::Quick ? patternsNamed({ "read", "triad" })
                                                     : patternsNamed({ "read", "write", "copy", "update", "triad" }))
{
}

void CpuRoofs::addLoops(std::vector<Step> &steps, RoofBench &bench, double weight,
                        bool (*fits)(const kernels::ComputeLoop &))
{
    for (const kernels::ComputeLoop &loop : m_loops) {
        if (fits(loop))
            steps.push_back({ weight, [&bench, &loop, weight] { return measureBurst(bench, loop, weight); } });
    }
}

void CpuRoofs::addMemory(MemoryRoofs roofs, double weight)
{
    m_memory.push_back({ std::move(roofs), weight });
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
void CpuRoofs::addBeside(std::vector<Step> &steps, std::optional<RoofBench> &bench, int threads, std::string note)
{
    bench.emplace(m_budget, m_topology, threads, m_instructions, std::move(note));
    addLoops(steps, *bench, besideWeight, judges);
    addMemory(MemoryRoofs::ofDram(*bench, patternsNamed({ "read", "triad" }), m_options.arrayBytes), besideWeight);
}

void CpuRoofs::addSustained(std::vector<Step> &steps)
{
    for (const kernels::ComputeLoop &loop : m_loops) {
        if (judges(loop))
            steps.push_back(
                { sustainedWeight, [this, &loop] { return measureSustained(m_bench, loop, sustainedWeight); } });
    }
}

Step CpuRoofs::memoryVisit(std::size_t memory)
{
    const Memory &visited = m_memory[memory];
    const double weight = visited.weight / memoryVisits(m_options.effort);
    return { weight * static_cast<double>(visited.roofs.patterns()),
             [this, memory, weight] { return m_memory[memory].roofs.visit(weight); } };
}

/// All levels of memory in each round: the first before step `first`, the last at the end.
void CpuRoofs::spreadMemoryVisits(std::vector<Step> &steps, std::size_t first)
{
    const auto visits = static_cast<std::size_t>(memoryVisits(m_options.effort));
    const std::size_t rest = steps.size() - first;
    for (std::size_t visit = visits; visit-- > 0;) {
        std::vector<Step> round;
        for (std::size_t memory = 0; memory < m_memory.size(); ++memory)
            round.push_back(memoryVisit(memory));
        const auto place = static_cast<std::ptrdiff_t>(first + rest * visit / (visits - 1));
        steps.insert(steps.begin() + place, round.begin(), round.end());
    }
}

std::vector<Step> CpuRoofs::steps()
{
    std::vector<Step> steps;
    addLoops(steps, m_bench, burstWeight, judges);
    const std::size_t bursts = steps.size();
    addCaches();
    addMemory(MemoryRoofs::ofDram(m_bench, m_dramPatterns, m_options.arrayBytes), dramWeight);
    if (m_options.effort != Effort::Quick) {
        addLoops(steps, m_bench, besideWeight, [](const kernels::ComputeLoop &loop) { return !judges(loop); });
        if (m_bench.threads() > 1)
            addBeside(steps, m_oneCore, 1, "one core");
        if (const int all = availableCpus(); all > m_bench.threads() && all > 1)
            addBeside(steps, m_allCpus, all, std::to_string(all) + " threads");
    }
    if (m_options.effort == Effort::Thorough)
        addSustained(steps);
    spreadMemoryVisits(steps, bursts);
    return steps;
}

Result<void> CpuRoofs::runAll(const std::vector<Step> &steps)
{
    double weight = 0;
    for (const Step &step : steps)
        weight += step.weight;
    m_budget.expect(weight);
    for (const Step &step : steps) {
        const Result<bool> going = step.run();
        if (!going.ok())
            return going.error();
        if (!going.value())
            break;
    }
    for (Memory &memory : m_memory)
        memory.roofs.finish();
    return {};
}

Result<Peaks> CpuRoofs::measure()
{
    warmUp(m_bench, m_loops.front());
    m_caches = cacheSizes(m_bench, m_options.effort != Effort::Quick);
    if (const Result<void> measured = runAll(steps()); !measured.ok())
        return measured.error();
    Peaks peaks;
    peaks.device = cpuDevice(m_bench.threads());
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

} // namespace ridgepoint
