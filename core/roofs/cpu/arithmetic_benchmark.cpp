// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/arithmetic_benchmark.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/roofs/roof_run.h"
#include "core/roofs/roof_value.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

namespace rooflight {

namespace {

constexpr std::int64_t additionsPerBlock = 16;
constexpr std::int64_t blocks = 16384;
constexpr int chains = 3;

/// Register plus register: processors that fold constants into the next addition cannot shorten it.
#if defined(__x86_64__)
#define ROOFLIGHT_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define ROOFLIGHT_ADD "add %0, %0, %1\n\t"
#endif

#ifdef ROOFLIGHT_ADD
#define ROOFLIGHT_ADD_4 ROOFLIGHT_ADD ROOFLIGHT_ADD ROOFLIGHT_ADD ROOFLIGHT_ADD

void addBlocks()
{
    std::uint64_t value = 0;
    const std::uint64_t one = 1;
    for (std::int64_t block = 0; block < blocks; ++block) {
        // volatile: the chain is the point, not its sum.
        asm volatile(ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 : "+r"(value) : "r"(one));
    }
}
#endif

/// Clock of the CPU that calls, from the fastest of a few chains of dependent integer additions (one cycle each on
/// current processors), a quarter of a millisecond in all: short enough that a clock lowered for wide vectors is still
/// held. Absent on architectures that it is not written for.
std::optional<double> heldClockHz()
{
#ifdef ROOFLIGHT_ADD
    using Clock = std::chrono::steady_clock;
    double best = 0;
    for (int chain = 0; chain < chains; ++chain) {
        const Clock::time_point start = Clock::now();
        addBlocks();
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        best = std::max(best, static_cast<double>(blocks * additionsPerBlock) / elapsed.count());
    }
    return best;
#else
    return std::nullopt;
#endif
}

/// Parts of the time. A loop's clock has settled long before; what is held needs longer.
constexpr double burstWeight = 1;
constexpr double sustainedWeight = 6;

constexpr double warmUpSeconds = 0.3;

/// Of a repetition. Long against the two readings of the clock, short against the pauses between what others disturb.
constexpr double burstSeconds = 0.002;
constexpr double sustainedSeconds = 0.01;

void runLoop(const kernels::ComputeLoop &loop, std::int64_t rounds)
{
    volatile double result = loop.run(rounds);
    static_cast<void>(result);
}

std::int64_t loopRoundsPerRepetition(ThreadPlacement &placement, const kernels::ComputeLoop &loop, double seconds)
{
    // Calls of fewer rounds would measure the call.
    constexpr std::int64_t roundsPerCount = 1000;
    const auto work = [&loop](int, std::int64_t count) { runLoop(loop, count * roundsPerCount); };
    return placement.countPerRepetition(seconds, work) * roundsPerCount;
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

/// "FP32 FMA".
ComposedText workOf(const kernels::ComputeLoop &loop)
{
    const std::string precision = upperCase(name(loop.precision));
    switch (loop.unit) {
    case ArithmeticUnit::VectorNoFma:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "%1 multiply, add"), { precision });
    case ArithmeticUnit::Dot:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "%1 dot product"), { precision });
    case ArithmeticUnit::Mmla:
    case ArithmeticUnit::Amx:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "%1 matrix product"), { precision });
    default:
        return precision + " FMA";
    }
}

ComposedText registersOf(ArithmeticUnit unit)
{
    if (unit == ArithmeticUnit::Amx)
        return composedText(QT_TRANSLATE_NOOP("Phrases", "tiles"));
    return composedText(unit == ArithmeticUnit::Scalar ? QT_TRANSLATE_NOOP("Phrases", "scalar")
                                                       : QT_TRANSLATE_NOOP("Phrases", "vector"));
}

Roof newRoof(const ThreadPlacement &placement, const kernels::ComputeLoop &loop, bool sustained)
{
    ComposedText where = registersOf(loop.unit);
    if (!placement.note().empty())
        where = composedText(QT_TRANSLATE_NOOP("Phrases", "%1, %2"), { std::move(where), placement.note() });
    ComposedText name = composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { workOf(loop), std::move(where) });
    if (sustained)
        name = composedText(QT_TRANSLATE_NOOP("Phrases", "%1, sustained"), { std::move(name) });
    Roof roof = placement.newRoof(ComputeLimit { loop.precision, loop.unit, sustained }, std::move(name));
    roof.instructions = loop.instructions;
    return roof;
}

} // namespace

void warmUp(ThreadPlacement &placement, const kernels::ComputeLoop &loop)
{
    const std::int64_t rounds = loopRoundsPerRepetition(placement, loop, burstSeconds);
    double seconds = 0;
    while (seconds < warmUpSeconds)
        seconds += placement.team().run([&loop, rounds](int) { runLoop(loop, rounds); });
}

ArithmeticBenchmark::ArithmeticBenchmark(std::shared_ptr<ThreadPlacement> placement, kernels::ComputeLoop loop,
                                         Phase phase, Effort effort)
    : m_placement(std::move(placement))
    , m_loop(std::move(loop))
    , m_phase(phase)
    , m_limits(steadyLimits(effort))
    , m_roof(newRoof(*m_placement, m_loop, phase == Phase::Sustained))
    , m_workerClocks(static_cast<std::size_t>(m_placement->threads()))
{
    if (phase == Phase::Sustained)
        m_limits.quantile = 0.5;
}

double ArithmeticBenchmark::weight(RoundNumber round) const
{
    if (m_phase == Phase::Sustained)
        return round.isLast() ? sustainedWeight : 0;
    return burstWeight / round.count;
}

/// Of one repetition.
double ArithmeticBenchmark::flopPerSecond()
{
    WorkerTeam &team = m_placement->team();
    team.run([this](int) { runLoop(m_loop, m_loopRounds); },
             [this](int worker) { m_workerClocks[static_cast<std::size_t>(worker)] = heldClockHz(); });
    std::ranges::sort(m_workerClocks);
    m_clocksHz.push_back(m_workerClocks[m_workerClocks.size() / 2].value_or(0));
    return static_cast<double>(m_loopRounds) * static_cast<double>(m_loop.flopPerRound) * m_placement->threads()
        / team.ownSeconds();
}

Result<void> ArithmeticBenchmark::runRound(const RoofRound &round)
{
    const bool sustained = m_phase == Phase::Sustained;
    if (m_loopRounds == 0)
        m_loopRounds = loopRoundsPerRepetition(*m_placement, m_loop, sustained ? sustainedSeconds : burstSeconds);
    const double seconds = round.secondsLeft();
    const SteadyLimits limits = sustained
        ? SteadyLimits { seconds, seconds, m_limits.relativeHalfWidth, m_limits.quantile }
        : within(m_limits, seconds);
    m_rounds.push_back(round.repeat(m_roof.name, limits, [this]() -> Result<double> { return flopPerSecond(); }));
    return {};
}

std::vector<Roof> ArithmeticBenchmark::results()
{
    if (m_rounds.empty())
        return {};
    setReachedValue(m_roof, m_rounds, m_limits.quantile);
    if (!m_placement->places().empty() && !m_placement->isOverQuota())
        m_roof.clockHz = clockAtRoof(m_roof.samples, m_clocksHz);
    if (m_roof.clockHz)
        setCycles(m_roof, coresOf(m_placement->places()), m_loop.flopPerCycleStep);
    return { std::move(m_roof) };
}

} // namespace rooflight
