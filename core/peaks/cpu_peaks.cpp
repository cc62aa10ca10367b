// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu_peaks.h"

#include "core/peaks/cpu/compute_roofs.h"
#include "core/peaks/cpu/memory_roofs.h"
#include "core/peaks/cpu/roof_bench.h"

#include <algorithm>
#include <system_error>

namespace ridgepoint {

namespace {

MemoryPatterns patternsNamed(std::initializer_list<std::string_view> names)
{
    MemoryPatterns patterns;
    for (const MemoryPattern &pattern : memoryPatterns) {
        if (std::ranges::find(names, pattern.name) != names.end())
            patterns.push_back(&pattern);
    }
    return patterns;
}

/// What there is time for.
struct RoofPlan {
    std::vector<kernels::Element> elements = { kernels::Element::Float32 };
    std::vector<CacheLevel> levels;
    MemoryPatterns cachePatterns = patternsNamed({ "read", "update", "triad" });
    MemoryPatterns dramPatterns;

    /// Visits to roofs.
    [[nodiscard]] int count() const
    {
        return static_cast<int>(elements.size() + levels.size() * cachePatterns.size() + 2 * dramPatterns.size());
    }
};

RoofPlan planFor(const RoofBench &bench)
{
    RoofPlan plan;
    if (kernels::vectorLanes(kernels::Element::Float64) > 0)
        plan.elements.push_back(kernels::Element::Float64);
    plan.levels = distinctLevels(cacheLevels(bench.topology(), bench.places()));
    plan.dramPatterns = bench.options().effort == Effort::Quick
        ? patternsNamed({ "read", "triad" })
        : patternsNamed({ "read", "write", "copy", "update", "triad" });
    return plan;
}

/// False when the caller ended it.
Result<bool> measureCaches(RoofBench &bench, const RoofPlan &plan)
{
    CacheLevel below;
    for (const CacheLevel &level : plan.levels) {
        if (Result<bool> going = measureCache(bench, level, below, plan.cachePatterns); !going.ok() || !going.value())
            return going;
        below = level;
    }
    return true;
}

/// Main memory is visited before and after the caches.
Result<void> measureAll(RoofBench &bench, const RoofPlan &plan)
{
    bench.expect(plan.count());
    warmUp(bench);
    for (const kernels::Element element : plan.elements) {
        if (!measureFma(bench, element))
            return {};
    }
    Result<DramRoofs> dram = DramRoofs::prepare(bench, plan.dramPatterns);
    if (!dram.ok())
        return dram.error();
    if (dram.value().visit()) {
        const Result<bool> going = measureCaches(bench, plan);
        if (!going.ok())
            return going.error();
        if (going.value())
            static_cast<void>(dram.value().visit());
    }
    dram.value().finish();
    return {};
}

} // namespace

Result<Peaks> measureCpuPeaks(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing)
{
    Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    try {
        RoofBench bench(options, keepGoing, std::move(instructions).value());
        if (const Result<void> measured = measureAll(bench, planFor(bench)); !measured.ok())
            return measured.error();
        return bench.takePeaks();
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
