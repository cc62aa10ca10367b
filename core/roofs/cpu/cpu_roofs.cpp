// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/cpu_roofs.h"

#include "core/base/translation_mark.h"
#include "core/machine/cpu_device.h"
#include "core/machine/cpuid_caches.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofs/cpu/arithmetic_benchmark.h"
#include "core/roofs/cpu/cache_sizes.h"
#include "core/roofs/cpu/footprint_benchmark.h"
#include "core/roofs/cpu/loops/compute_loops.h"
#include "core/roofs/cpu/loops/memory_kernels.h"
#include "core/roofs/cpu/memory_benchmark.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace rooflight {

namespace {

/// Parts of the time, of each pattern. Bandwidth drifts: it needs longer than arithmetic.
constexpr double dramWeight = 2;
constexpr double otherThreadsDramWeight = 0.5;

MemoryLoops loopsNamed(std::initializer_list<std::string_view> names)
{
    MemoryLoops loops;
    for (const MemoryLoop &loop : memoryLoops) {
        if (std::ranges::find(names, loop.name) != names.end())
            loops.push_back(&loop);
    }
    return loops;
}

/// The topology, with the processor's own word on its caches where the system has none.
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

bool judges(const kernels::ComputeLoop &loop)
{
    return judgedWork(loop.unit) != JudgedWork::Nothing;
}

/// Lists the benchmarks of one CPU, in the order of each round.
class CpuBenchmarks
{
public:
    CpuBenchmarks(RoofRun &run, const CpuRoofOptions &options, std::string instructions)
        : m_run(run)
        , m_effort(run.effort())
        , m_options(options)
        , m_instructions(std::move(instructions))
        , m_topology(topologyHere())
        , m_loops(kernels::computeLoops(m_instructions))
    {
    }

    /// Warms up, and finds out how large the caches are.
    [[nodiscard]] RoofBenchmarks make();

private:
    using Placement = std::shared_ptr<ThreadPlacement>;
    using Phase = ArithmeticBenchmark::Phase;

    [[nodiscard]] Placement placement(int threads, ComposedText note = {}) const
    {
        return std::make_shared<ThreadPlacement>(m_topology, threads, m_instructions, std::move(note));
    }

    void addLoops(const Placement &placement, bool judging, Phase phase = Phase::Burst);
    void addCaches(const Placement &placement);
    [[nodiscard]] std::unique_ptr<MemoryBenchmark> dram(const Placement &placement,
                                                        std::initializer_list<std::string_view> loops,
                                                        DramArrays arrays, double weight) const;
    void addOtherThreads(int threads, ComposedText note);
    void fillArrays(ThreadPlacement &placement);

    RoofRun &m_run;
    const Effort m_effort;
    const CpuRoofOptions m_options;
    const std::string m_instructions;
    const CpuTopology m_topology;
    const std::vector<kernels::ComputeLoop> m_loops;
    RoofBenchmarks m_benchmarks;
};

void CpuBenchmarks::addLoops(const Placement &placement, bool judging, Phase phase)
{
    for (const kernels::ComputeLoop &loop : m_loops) {
        if (judges(loop) == judging)
            m_benchmarks.push_back(std::make_unique<ArithmeticBenchmark>(placement, loop, phase, m_effort));
    }
}

/// With more time also the curve over all of them.
void CpuBenchmarks::addCaches(const Placement &placement)
{
    CacheLevel below;
    const std::vector<CacheSize> sizes = cacheSizes(*placement, m_effort != Effort::Quick);
    for (const CacheSize &size : sizes) {
        m_benchmarks.push_back(
            MemoryBenchmark::ofCache(placement, size, below, loopsNamed({ "read", "update", "triad" }), m_effort));
        below = size.level;
    }
    if (m_effort != Effort::Quick)
        m_benchmarks.push_back(std::make_unique<FootprintBenchmark>(placement, sizes, m_options.arrayBytes, m_effort));
}

std::unique_ptr<MemoryBenchmark> CpuBenchmarks::dram(const Placement &placement,
                                                     std::initializer_list<std::string_view> loops, DramArrays arrays,
                                                     double weight) const
{
    return MemoryBenchmark::ofDram(placement, loopsNamed(loops), arrays, m_options.arrayBytes, weight, m_effort);
}

/// One roof alone makes what it needs.
void CpuBenchmarks::fillArrays(ThreadPlacement &placement)
{
    if (m_run.measuresAll())
        m_run.pause([&placement] { placement.arrays().fill(); });
}

/// The same with another number of threads: what multiplies and adds, and main memory.
void CpuBenchmarks::addOtherThreads(int threads, ComposedText note)
{
    const Placement other = placement(threads, std::move(note));
    addLoops(other, true);
    m_benchmarks.push_back(dram(other, { "read", "triad" }, DramArrays::Together, otherThreadsDramWeight));
    fillArrays(*other);
}

RoofBenchmarks CpuBenchmarks::make()
{
    const Placement all = placement(m_options.threads > 0 ? m_options.threads : availableCpus());
    warmUp(*all, m_loops.front());
    addLoops(all, true);
    auto ofDram = m_effort == Effort::Quick
        ? dram(all, { "read", "triad" }, DramArrays::Together, dramWeight)
        : dram(all, { "read", "write", "copy", "update", "triad" }, DramArrays::Each, dramWeight);
    fillArrays(*all); // the largest: what is for the caches has room there
    addCaches(all);
    m_benchmarks.push_back(std::move(ofDram));
    if (m_effort == Effort::Quick)
        return std::move(m_benchmarks);
    addLoops(all, false);
    if (all->threads() > 1)
        addOtherThreads(1, composedText(QT_TRANSLATE_NOOP("Phrases", "one core")));
    if (const int cpus = availableCpus(); cpus > all->threads() && cpus > 1)
        addOtherThreads(cpus, std::to_string(cpus) + " threads");
    if (m_effort == Effort::Thorough)
        addLoops(all, true, Phase::Sustained);
    return std::move(m_benchmarks);
}

} // namespace

Result<DeviceRoofs> measureCpuRoofs(RoofRun &run, const CpuRoofOptions &options, RoofBenchmarks others)
{
    Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    try {
        RoofBenchmarks all = CpuBenchmarks(run, options, std::move(instructions).value()).make();
        std::ranges::move(others, std::back_inserter(all));
        return run.measure(all, roundCount(run.effort()), cpuDevice(options.threads), cpuSpeedPolicy());
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

Result<std::set<Precision>> cpuPrecisions()
{
    const Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    std::set<Precision> precisions;
    for (const kernels::ComputeLoop &loop : kernels::computeLoops(instructions.value()))
        precisions.insert(loop.precision);
    return precisions;
}

} // namespace rooflight
