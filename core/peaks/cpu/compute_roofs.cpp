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

void runRounds(const kernels::ComputeLoop &loop, std::int64_t rounds)
{
    volatile double result = loop.run(rounds);
    static_cast<void>(result);
}

std::int64_t roundsPerRepeat(RoofBench &bench, const kernels::ComputeLoop &loop)
{
    // Calls of fewer rounds would measure the call.
    constexpr std::int64_t roundsPerCount = 1000;
    const auto work = [&loop](int, std::int64_t count) { runRounds(loop, count * roundsPerCount); };
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

/// What a core does in a cycle, and the whole number of steps next to it.
void setCycles(Roof &roof, double cores, std::int64_t flopPerCycleStep)
{
    const auto step = static_cast<double>(flopPerCycleStep);
    roof.perCycle = roof.value / *roof.clockHz / cores;
    const double wholeSteps = std::round(*roof.perCycle / step);
    if (wholeSteps >= 1 && std::abs(*roof.perCycle / step / wholeSteps - 1) <= 0.05)
        roof.theoretical = wholeSteps * step * *roof.clockHz * cores;
}

Roof newRoof(const RoofBench &bench, const kernels::ComputeLoop &loop)
{
    std::string name = std::string(loop.work) + " (" + std::string(loop.registers);
    name += bench.note().empty() ? ")" : ", " + bench.note() + ')';
    Roof roof = bench.newRoof(RoofKind::Compute, std::move(name));
    roof.precision = loop.precision;
    roof.unit = loop.unit;
    roof.instructions = loop.instructions;
    return roof;
}

/// One after the other, with the clock behind each.
class TimedLoop
{
public:
    TimedLoop(RoofBench &bench, const kernels::ComputeLoop &loop)
        : m_bench(bench)
        , m_loop(loop)
        , m_rounds(roundsPerRepeat(bench, loop))
        , m_workerClocks(static_cast<std::size_t>(bench.threads()))
    {
    }

    /// FLOP/s of one repeat.
    double operator()()
    {
        m_bench.team().run([this](int) { runRounds(m_loop, m_rounds); },
                           [this](int worker) { m_workerClocks[static_cast<std::size_t>(worker)] = heldClockHz(); });
        std::ranges::sort(m_workerClocks);
        m_clocksHz.push_back(m_workerClocks[m_workerClocks.size() / 2].value_or(0));
        return static_cast<double>(m_rounds) * static_cast<double>(m_loop.flopPerRound) * m_bench.threads()
            / m_bench.team().ownSeconds();
    }

    void finish(Roof roof, const Repeats &repeats)
    {
        setValue(roof, repeats);
        if (!m_bench.places().empty() && !m_bench.isOverQuota())
            roof.clockHz = clockAtTheRoof(repeats, m_clocksHz);
        if (roof.clockHz)
            setCycles(roof, coresOf(m_bench.places()), m_loop.flopPerCycleStep);
        m_bench.take(std::move(roof));
    }

private:
    RoofBench &m_bench;
    const kernels::ComputeLoop &m_loop;
    const std::int64_t m_rounds;
    std::vector<std::optional<double>> m_workerClocks;
    std::vector<double> m_clocksHz;
};

} // namespace

void warmUp(RoofBench &bench, const kernels::ComputeLoop &loop)
{
    const std::int64_t rounds = roundsPerRepeat(bench, loop);
    double seconds = 0;
    while (seconds < warmUpSeconds)
        seconds += bench.team().run([&loop, rounds](int) { runRounds(loop, rounds); });
}

bool measureBurst(RoofBench &bench, const kernels::ComputeLoop &loop, double weight)
{
    Roof roof = newRoof(bench, loop);
    TimedLoop timed(bench, loop);
    const Repeats repeats = bench.budget().repeat(roof.name, weight, std::ref(timed));
    timed.finish(std::move(roof), repeats);
    return !repeats.ended;
}

bool measureSustained(RoofBench &bench, const kernels::ComputeLoop &loop, double weight)
{
    Roof roof = newRoof(bench, loop);
    roof.name += ", sustained";
    roof.sustained = true;
    TimedLoop timed(bench, loop);
    const Repeats repeats = bench.budget().sustain(roof.name, weight, std::ref(timed));
    timed.finish(std::move(roof), repeats);
    return !repeats.ended;
}

} // namespace ridgepoint
