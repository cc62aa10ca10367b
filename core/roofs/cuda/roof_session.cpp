// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roof_session.h"

#include "core/roofs/roof_value.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace rooflight::cuda {

namespace {

/// A loop below this part of what its instructions allow is limited by something else.
constexpr double fullRate = 0.97;

/// Above what the device can do by this much, a loop does not do what it claims.
constexpr double beyondTheory = 1.02;

SteadyLimits limitsFor(Effort effort)
{
    return byEffort<SteadyLimits>(effort, { 0.05, 0, 0.01, bestQuarterMiddle }, { 0.3, 0, 0.003, bestQuarterMiddle },
                                  { 1, 0, 0.001, bestQuarterMiddle });
}

/// Held while a repetition ran: counted on the GPU, else what the driver says; 0 if neither is known.
double clockOf(const KernelTime &time)
{
    if (time.cycles > 0)
        return time.cycles / time.seconds;
    return time.telemetry ? time.telemetry->clockHz.value_or(0) : 0;
}

/// The cores set the pace, not memory or a bus with a clock of its own.
bool isPacedByCores(const Roof &roof)
{
    const MemoryLimit *memory = roof.memory();
    return roof.compute() || (memory && (memory->level == MemoryLevel::Shared || memory->level == MemoryLevel::L2));
}

void sleepThread(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

} // namespace

RoofSession::RoofSession(Gpu &gpu, RoofRun &run, Sleep sleep)
    : m_gpu(gpu)
    , m_run(run)
    , m_sleep(sleep ? std::move(sleep) : sleepThread)
{
}

void RoofSession::begin(const RoofRound &round, const std::string &name)
{
    m_round = &round;
    m_name = name;
}

double RoofSession::repetitionSeconds() const
{
    return byEffort(effort(), 0.004, 0.02, 0.05);
}

Result<void> RoofSession::measure(Roof roof, double amount, const Work &work)
{
    SteadyLimits limits = limitsFor(effort());
    limits.maximumSeconds = std::max(0.0, secondsLeft());
    if (roof.launch())
        limits.quantile = 1 - bestQuarterMiddle;
    return measure(std::move(roof), amount, work, limits);
}

Result<void> RoofSession::measure(Roof roof, double amount, const Work &work, const SteadyLimits &limits)
{
    Series series;
    Repetitions repetitions = m_round->repeat(m_name, limits, [&]() -> Result<double> {
        const Result<KernelTime> time = work();
        if (!time.ok())
            return time.error();
        const double seconds = time.value().seconds;
        if (seconds <= 0)
            return Error { ErrorCode::Internal, "The GPU's events have no time for " + roof.name + ".",
                           "Measure again." };
        series.clocksHz.push_back(clockOf(time.value()));
        if (time.value().telemetry)
            series.telemetry.add(*time.value().telemetry);
        return roof.launch() ? seconds / amount : amount / seconds;
    });
    if (repetitions.error)
        return *repetitions.error;
    repetitions.steady = repetitions.steady || std::isinf(limits.relativeHalfWidth)
        || isKnownWithin(steadyHalfWidth, repetitions.values, limits.quantile);
    complete(roof, repetitions, limits.quantile, series);
    m_roofs.push_back(std::move(roof));
    m_hasMeasured = true;
    return {};
}

/// Value, clock and flags.
void RoofSession::complete(Roof &roof, const Repetitions &repetitions, double quantile, const Series &series)
{
    setValue(roof, repetitions, quantile);
    if (series.telemetry.throttled())
        roof.flags.emplace_back("throttled");
    if (series.telemetry.powerCapped())
        roof.flags.emplace_back("power_capped");
    if (m_otherLoad)
        roof.flags.emplace_back("other_load");
    m_telemetry.add(series.telemetry);
    roof.powerWatts = series.telemetry.maximumPowerWatts();
    roof.temperatureCelsius = series.telemetry.maximumTemperatureCelsius();

    roof.clockHz = clockAtRoof(repetitions.values, series.clocksHz);
    if (roof.theoretical && !roof.launch() && roof.value > beyondTheory * *roof.theoretical)
        roof.flags.emplace_back("above_theory");
    if (!roof.clockHz || !isPacedByCores(roof))
        return;
    roof.perCycle = roof.value / *roof.clockHz / properties().multiprocessors;
    const bool isLoop = roof.compute() && roof.compute()->unit != ArithmeticUnit::Tensor && roof.theoretical
        && properties().clockHz > 0;
    if (isLoop && roof.value / *roof.clockHz < fullRate * *roof.theoretical / properties().clockHz)
        roof.flags.emplace_back("kernel_limited");
}

Result<int> amountFor(double seconds, int limit, const std::function<Result<KernelTime>(int amount)> &run)
{
    // The first run also loads the kernel, which must not count.
    if (const Result<KernelTime> first = run(1); !first.ok())
        return first.error();
    double amount = 1;
    for (;;) {
        const Result<KernelTime> time = run(static_cast<int>(amount));
        if (!time.ok())
            return time.error();
        const double took = std::max(time.value().seconds, 1e-7);
        if (took >= seconds / 4 || amount >= limit)
            return static_cast<int>(std::clamp(std::ceil(amount * seconds / took), 1.0, static_cast<double>(limit)));
        amount = std::min<double>(limit, std::ceil(amount * std::clamp(seconds / took / 2, 2.0, 16.0)));
    }
}

} // namespace rooflight::cuda
