// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roof_session.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

namespace ridgepoint::cuda {

namespace {

constexpr int progressPerTask = 100;

/// A vector loop below this part of what its instructions allow is limited by something else.
constexpr double fullRate = 0.97;

RepeatPlan planFor(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return { 0.05, 0, 0.01 };
    case Effort::Normal:
        return { 0.3, 0, 0.003 };
    case Effort::Thorough:
        break;
    }
    return { 1, 0, 0.001 };
}

/// The clock while the loop ran at the roof's own rate: the median over the better half of the repeats.
std::optional<double> heldClockHz(const RoofSession::Series &series)
{
    std::vector<double> sorted = series.values;
    std::ranges::sort(sorted);
    const double middle = sorted[sorted.size() / 2];
    std::vector<double> clocks;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
        if (series.values[i] >= middle && series.clocksHz[i] > 0)
            clocks.push_back(series.clocksHz[i]);
    }
    if (clocks.empty())
        return std::nullopt;
    std::ranges::sort(clocks);
    return clocks[clocks.size() / 2];
}

void append(RoofSession::Series &series, const KernelTime &time, double value)
{
    series.values.push_back(value);
    series.clocksHz.push_back(time.seconds > 0 ? time.cycles / time.seconds : 0);
    if (time.telemetry)
        series.telemetry.add(*time.telemetry);
}

} // namespace

RoofSession::RoofSession(Gpu &gpu, Effort effort, const PeaksKeepGoing &keepGoing, HostClock clock)
    : m_gpu(gpu)
    , m_effort(effort)
    , m_keepGoing(keepGoing)
    , m_clock(std::move(clock))
    , m_start(m_clock.seconds())
{
}

void RoofSession::sleep(double seconds) const
{
    if (m_clock.sleep)
        m_clock.sleep(seconds);
    else
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void RoofSession::beginTask(const std::string &name, int index, int count, int weight, int weightLeft)
{
    const double left = std::max(0.0, totalSeconds(m_effort) - (now() - m_start));
    m_deadline = now() + left * weight / weightLeft;
    m_progress = { name, index * progressPerTask, count * progressPerTask };
    m_ended = m_ended || (m_keepGoing && !m_keepGoing(m_progress));
}

bool RoofSession::keepGoing(double share)
{
    PeaksProgress progress = m_progress;
    progress.done += static_cast<int>(std::clamp(share, 0.0, 1.0) * progressPerTask);
    m_ended = m_ended || (m_keepGoing && !m_keepGoing(progress));
    return !m_ended;
}

double RoofSession::repeatSeconds() const
{
    switch (m_effort) {
    case Effort::Quick:
        return 0.004;
    case Effort::Normal:
        return 0.02;
    case Effort::Thorough:
        break;
    }
    return 0.05;
}

Result<void> RoofSession::measure(Roof roof, double amount, const Work &work)
{
    RepeatPlan plan = planFor(m_effort);
    plan.maximumSeconds = std::max(0.0, taskSecondsLeft());
    if (roof.kind == RoofKind::Launch)
        plan.fraction = 1 - bestQuarterMiddle;
    Series series;
    std::optional<Error> error;
    const Repeats repeats = repeatUntilSteady(
        plan,
        [&] {
            const Result<KernelTime> time = work();
            if (!time.ok() || time.value().seconds <= 0) {
                error = time.ok() ? Error { ErrorCode::Internal, "The GPU's events tell no time for " + roof.name + ".",
                                            "Measure again." }
                                  : time.error();
                return 0.0;
            }
            const double rate = amount / time.value().seconds;
            append(series, time.value(), roof.kind == RoofKind::Launch ? 1 / rate : rate);
            return series.values.back();
        },
        [&](double share) { return keepGoing(share) && !error; }, m_clock.seconds);
    if (error)
        return *error;
    complete(roof, repeats, series);
    m_roofs.push_back(std::move(roof));
    return {};
}

Result<RoofSession::Series> RoofSession::measureFor(double seconds, double amount, const Work &work)
{
    const double start = now();
    Series series;
    do {
        const Result<KernelTime> time = work();
        if (!time.ok())
            return time.error();
        if (time.value().seconds <= 0)
            return Error { ErrorCode::Internal, "The GPU's events tell no time for a matrix product.",
                           "Measure again." };
        append(series, time.value(), amount / time.value().seconds);
    } while (keepGoing((now() - start) / std::max(seconds, 1e-9)) && now() - start < seconds);
    return series;
}

void RoofSession::keep(Roof roof, const Series &series, double fraction, bool steady)
{
    Repeats repeats;
    repeats.values = series.values;
    repeats.fraction = fraction;
    repeats.steady = steady;
    repeats.ended = m_ended;
    complete(roof, repeats, series);
    m_roofs.push_back(std::move(roof));
}

/// Value, clock and flags.
void RoofSession::complete(Roof &roof, const Repeats &repeats, const Series &series)
{
    setValue(roof, repeats);
    if (series.telemetry.throttled())
        roof.flags.emplace_back("throttled");
    if (m_otherLoad)
        roof.flags.emplace_back("other_load");
    m_telemetry.add(series.telemetry);
    roof.powerWatts = series.telemetry.greatestPowerWatts();
    roof.temperatureCelsius = series.telemetry.greatestTemperatureCelsius();

    roof.clockHz = heldClockHz(series);
    if (!roof.clockHz)
        return;
    roof.perCycle = roof.value / *roof.clockHz / properties().multiprocessors;
    const bool isVector = roof.unit == "vector" && roof.theoretical && properties().clockHz > 0;
    if (isVector && roof.value / *roof.clockHz < fullRate * *roof.theoretical / properties().clockHz)
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

} // namespace ridgepoint::cuda
