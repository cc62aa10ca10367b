// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/compute_roofs.h"

#include "core/peaks/cpu/clock.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {

namespace {

constexpr double warmUpSeconds = 0.3;

void runRounds(kernels::Element element, std::int64_t rounds)
{
    volatile double result = kernels::fmaRounds(element, rounds);
    static_cast<void>(result);
}

std::int64_t roundsPerRepeat(RoofBench &bench, kernels::Element element)
{
    // Calls of fewer rounds would measure the call.
    constexpr std::int64_t roundsPerCount = 1000;
    const auto work = [element](int, std::int64_t count) { runRounds(element, count * roundsPerCount); };
    return bench.countPerRepeat(work) * roundsPerCount;
}

/// The clock while the loop ran at the roof's own rate: the median over the better half of the repeats.
std::optional<double> clockAtTheRoof(const Repeats &repeats, const std::vector<double> &clocksHz)
{
    std::vector<double> sortedValues = repeats.values;
    std::ranges::sort(sortedValues);
    const double middle = sortedValues[sortedValues.size() / 2];
    std::vector<double> clocks;
    for (std::size_t i = 0; i < clocksHz.size(); ++i) {
        if (repeats.values[i] >= middle && clocksHz[i] > 0)
            clocks.push_back(clocksHz[i]);
    }
    if (clocks.empty())
        return std::nullopt;
    std::ranges::sort(clocks);
    return clocks[clocks.size() / 2];
}

double coresOf(const std::vector<LogicalCpu> &places)
{
    std::set<int> cores;
    for (const LogicalCpu &cpu : places)
        cores.insert(cpu.core);
    return static_cast<double>(cores.size());
}

/// What a core does in a cycle, and the whole number of vector FMAs next to it.
void setCycles(Roof &roof, double cores, double flopPerVectorFma)
{
    roof.perCycle = roof.value / *roof.clockHz / cores;
    const double wholeFmas = std::round(*roof.perCycle / flopPerVectorFma);
    if (wholeFmas >= 1 && std::abs(*roof.perCycle / flopPerVectorFma / wholeFmas - 1) <= 0.05)
        roof.theoretical = wholeFmas * flopPerVectorFma * *roof.clockHz * cores;
}

} // namespace

void warmUp(RoofBench &bench)
{
    const std::int64_t rounds = roundsPerRepeat(bench, kernels::Element::Float32);
    double seconds = 0;
    while (seconds < warmUpSeconds)
        seconds += bench.team().run([rounds](int) { runRounds(kernels::Element::Float32, rounds); });
}

bool measureFma(RoofBench &bench, kernels::Element element)
{
    const std::int64_t rounds = roundsPerRepeat(bench, element);
    const double flops =
        static_cast<double>(rounds) * static_cast<double>(kernels::flopPerRound(element)) * bench.threads();
    std::vector<std::optional<double>> workerClocks(static_cast<std::size_t>(bench.threads()));
    std::vector<double> clocksHz;

    const bool isDouble = element == kernels::Element::Float64;
    Roof roof = bench.newRoof(RoofKind::Compute, isDouble ? "FP64 FMA (vector)" : "FP32 FMA (vector)");
    roof.precision = isDouble ? "fp64" : "fp32";
    roof.unit = "vector";
    const Repeats repeats = bench.repeat(roof.name, [&] {
        const double seconds = bench.team().run(
            [element, rounds](int) { runRounds(element, rounds); },
            [&workerClocks](int worker) { workerClocks[static_cast<std::size_t>(worker)] = heldClockHz(); });
        std::ranges::sort(workerClocks);
        clocksHz.push_back(workerClocks[workerClocks.size() / 2].value_or(0));
        return flops / seconds;
    });
    setValue(roof, repeats);
    if (!bench.places().empty() && !bench.isOverQuota())
        roof.clockHz = clockAtTheRoof(repeats, clocksHz);
    if (roof.clockHz)
        setCycles(roof, coresOf(bench.places()), 2.0 * static_cast<double>(kernels::vectorLanes(element)));
    bench.take(std::move(roof));
    return !repeats.ended;
}

} // namespace ridgepoint
