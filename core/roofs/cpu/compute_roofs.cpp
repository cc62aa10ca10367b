// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/compute_roofs.h"

#include "core/roofs/cpu/clock.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {

namespace {

constexpr double warmUpSeconds = 0.3;

/// Of a repeat. Long against the two readings of the clock, short against the pauses between what others disturb.
constexpr double burstSeconds = 0.002;
constexpr double sustainedSeconds = 0.01;

void runRounds(const kernels::ComputeLoop &loop, std::int64_t rounds)
{
    volatile double result = loop.run(rounds);
    static_cast<void>(result);
}

std::int64_t roundsPerRepeat(RoofBench &bench, const kernels::ComputeLoop &loop, double repeatSeconds)
{
    // Calls of fewer rounds would measure the call.
    constexpr std::int64_t roundsPerCount = 1000;
    const auto work = [&loop](int, std::int64_t count) { runRounds(loop, count * roundsPerCount); };
    return bench.countPerRepeat(repeatSeconds, work) * roundsPerCount;
}

/// The clock while the loop ran at the roof's own rate: the median over the better half of its repeats.
std::optional<double> clockAtTheRoof(const std::vector<double> &values, const std::vector<double> &clocksHz)
{
    std::vector<double> sortedValues = values;
    std::ranges::sort(sortedValues);
    const double middle = sortedValues[sortedValues.size() / 2];
    std::vector<double> clocks;
    for (std::size_t i = 0; i < clocksHz.size(); ++i) {
        if (values[i] >= middle && clocksHz[i] > 0)
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

/// What a core does in a cycle, and the whole number of steps next to it.
void setCycles(Roof &roof, double cores, std::int64_t flopPerCycleStep)
{
    const auto step = static_cast<double>(flopPerCycleStep);
    roof.perCycle = roof.value / *roof.clockHz / cores;
    const double wholeSteps = std::round(*roof.perCycle / step);
    if (wholeSteps >= 1 && std::abs(*roof.perCycle / step / wholeSteps - 1) <= 0.05)
        roof.theoretical = wholeSteps * step * *roof.clockHz * cores;
}

Roof newRoof(const RoofBench &bench, const kernels::ComputeLoop &loop, ComputeRoof::Phase phase)
{
    std::string name = std::string(loop.work) + " (" + std::string(loop.registers);
    name += bench.note().empty() ? ")" : ", " + bench.note() + ')';
    Roof roof = bench.newRoof(RoofKind::Compute, std::move(name));
    roof.precision = loop.precision;
    roof.unit = loop.unit;
    roof.instructions = loop.instructions;
    roof.sustained = phase == ComputeRoof::Phase::Sustained;
    if (roof.sustained)
        roof.name += ", sustained";
    return roof;
}

} // namespace

void warmUp(RoofBench &bench, const kernels::ComputeLoop &loop)
{
    const std::int64_t rounds = roundsPerRepeat(bench, loop, burstSeconds);
    double seconds = 0;
    while (seconds < warmUpSeconds)
        seconds += bench.team().run([&loop, rounds](int) { runRounds(loop, rounds); });
}

ComputeRoof::ComputeRoof(RoofBench &bench, const kernels::ComputeLoop &loop, Phase phase)
    : m_bench(bench)
    , m_loop(loop)
    , m_roof(newRoof(bench, loop, phase))
    , m_workerClocks(static_cast<std::size_t>(bench.threads()))
{
}

/// Of one repeat.
double ComputeRoof::flopPerSecond()
{
    m_bench.team().run([this](int) { runRounds(m_loop, m_rounds); },
                       [this](int worker) { m_workerClocks[static_cast<std::size_t>(worker)] = heldClockHz(); });
    std::ranges::sort(m_workerClocks);
    m_clocksHz.push_back(m_workerClocks[m_workerClocks.size() / 2].value_or(0));
    return static_cast<double>(m_rounds) * static_cast<double>(m_loop.flopPerRound) * m_bench.threads()
        / m_bench.team().ownSeconds();
}

Result<bool> ComputeRoof::visit(double weight)
{
    if (m_rounds == 0)
        m_rounds = roundsPerRepeat(m_bench, m_loop, m_roof.sustained ? sustainedSeconds : burstSeconds);
    const auto once = [this] { return flopPerSecond(); };
    RoofBudget &budget = m_bench.budget();
    m_visits.push_back(m_roof.sustained ? budget.sustain(m_roof.name, weight, once)
                                        : budget.repeat(m_roof.name, weight, once));
    return !m_visits.back().ended;
}

void ComputeRoof::finish()
{
    if (m_visits.empty())
        return;
    setReachedValue(m_roof, m_visits);
    if (!m_bench.places().empty() && !m_bench.isOverQuota())
        m_roof.clockHz = clockAtTheRoof(m_roof.samples, m_clocksHz);
    if (m_roof.clockHz)
        setCycles(m_roof, coresOf(m_bench.places()), m_loop.flopPerCycleStep);
    m_bench.take(std::move(m_roof));
}

} // namespace ridgepoint
