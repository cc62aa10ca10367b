// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/roof_run.h"

#include "core/base/clock.h"
#include "core/model/disturbing_flags.h"
#include "core/roofs/roof_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rooflight {

namespace {

constexpr double progressPerWeight = 100;

} // namespace

int roundCount(Effort effort)
{
    return effort == Effort::Thorough ? 6 : 3;
}

double totalSeconds(Effort effort)
{
    // What starts and ends the program is in the five seconds of a quick one, too.
    return byEffort(effort, 3.8, 29.0, 178.0);
}

SteadyLimits steadyLimits(Effort effort)
{
    return byEffort<SteadyLimits>(effort, { 0.3, 1.2, 0.01, bestQuarterMiddle }, { 1, 9, 0.005, bestQuarterMiddle },
                                  { 10, 55, 0.002, bestQuarterMiddle });
}

RoofRun::RoofRun(Effort effort, MeasurementContext context, OnRepetition onRepetition)
    : m_effort(effort)
    , m_context(std::move(context))
    , m_onRepetition(std::move(onRepetition))
    , m_end(m_context.now() + totalSeconds(effort))
{
}

void RoofRun::pause(const std::function<void()> &work)
{
    if (m_context.stopRequested())
        return;
    const double start = m_context.now();
    work();
    m_end += m_context.now() - start;
}

Result<DeviceRoofs> RoofRun::measure(const RoofBenchmarks &benchmarks, int rounds, Device device,
                                     std::string clockPolicy)
{
    DeviceRoofs all;
    all.device = std::move(device);
    all.clockPolicy = std::move(clockPolicy);
    all.program = ROOFLIGHT_VERSION;
    all.effort = name(m_effort);
    std::vector<RoofBenchmark *> active;
    active.reserve(benchmarks.size());
    for (const auto &benchmark : benchmarks) {
        if (m_only.starts_with(benchmark->name()) || m_only.empty())
            active.push_back(benchmark.get());
    }
    if (active.empty())
        return Error { ErrorCode::CommandLine, fmt::format("This device has no roof \"{}\".", m_only),
                       "Take a name from the table that rooflight-cli peaks prints." };
    const Result<void> done = runRounds(std::move(active), rounds);
    noteMissing();
    for (const auto &benchmark : benchmarks) {
        std::ranges::move(benchmark->results(), std::back_inserter(all.roofs));
        std::ranges::move(benchmark->curves(), std::back_inserter(all.curves));
    }
    if (all.roofs.empty() && !done.ok())
        return done.error();
    if (!done.ok() && done.error().code == ErrorCode::DeviceMissing)
        endEarly(all.roofs, done.error());
    all.measuredAt = timestampNow();
    return all;
}

void RoofRun::dropUncertain(DeviceRoofs &peaks)
{
    if (m_context.stopRequested())
        return;
    // Without a slope or a ceiling nothing is judged: such a roof stays, and says so.
    const auto onlyCompares = [](const Roof &roof) {
        return roof.compute() && roof.compute()->unit == ArithmeticUnit::Library;
    };
    for (Roof &roof : peaks.roofs) {
        if (!isTooUncertain(roof))
            continue;
        if (!onlyCompares(roof) && !roof.hasFlag("unsteady"))
            roof.flags.emplace_back("unsteady");
        if (onlyCompares(roof))
            note(
                fmt::format("There is no roof \"{}\": its repetitions are too far apart, between {:.0f} % and {:.0f} % "
                            "of their middle.",
                            roof.name, 100 * roof.interval[0] / roof.value, 100 * roof.interval[1] / roof.value));
    }
    std::erase_if(peaks.roofs,
                  [&onlyCompares](const Roof &roof) { return onlyCompares(roof) && isTooUncertain(roof); });
}

/// A device that is gone leaves what it gave before. Those roofs are measured again at the next occasion.
void RoofRun::endEarly(std::vector<Roof> &roofs, const Error &error)
{
    m_deviceLost = error;
    m_deviceLost->text = "The device was lost, and the roofs that were not measured yet are missing: " + error.text;
    for (Roof &roof : roofs) {
        if (!roof.hasFlag("partial"))
            roof.flags.emplace_back("partial");
    }
}

void RoofRun::addMissing(std::string_view benchmark, const std::string &reason)
{
    const auto known = std::ranges::find(m_missing, reason, &Missing::reason);
    std::vector<std::string> &names =
        known == m_missing.end() ? m_missing.emplace_back(Missing { reason, {} }).names : known->names;
    const std::string name = fmt::format("\"{}\"", benchmark);
    if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

/// Memory that runs out is missing for most roofs: each reason is said once.
void RoofRun::noteMissing()
{
    for (const Missing &missing : m_missing)
        note(fmt::format("There is no roof {}: {}", fmt::join(missing.names, ", "), missing.reason));
}

/// DeviceMissing at once; else the first error, after all others have run.
Result<void> RoofRun::runRounds(std::vector<RoofBenchmark *> benchmarks, int rounds)
{
    for (RoundNumber round { 0, rounds }; round.index < rounds; ++round.index) {
        for (const RoofBenchmark *benchmark : benchmarks)
            m_weight += benchmark->weight(round);
    }
    Result<void> outcome;
    for (RoundNumber round { 0, rounds }; round.index < rounds; ++round.index) {
        for (RoofBenchmark *&benchmark : benchmarks) {
            if (!benchmark)
                continue;
            const double weight = benchmark->weight(round);
            if (weight <= 0)
                continue;
            Result<void> done = runRound(*benchmark, round, weight);
            if (!done.ok() && done.error().code == ErrorCode::DeviceMissing)
                return done;
            if (!done.ok()) {
                addMissing(benchmark->name(), done.error().text);
                outcome = outcome.ok() ? done : outcome;
                benchmark = nullptr;
            }
            if (m_context.stopRequested())
                return outcome;
        }
    }
    return outcome;
}

Result<void> RoofRun::runRound(RoofBenchmark &benchmark, RoundNumber round, double weight)
{
    const double weightLeft = std::max(weight, m_weight - m_weightDone);
    const double seconds = (m_end - m_context.now()) * weight / weightLeft;
    const auto report = [this, weight](std::string_view roof, double share) {
        const double done = (m_weightDone + share * weight) * progressPerWeight;
        m_context.progress(static_cast<std::int64_t>(done), std::llround(std::ceil(m_weight * progressPerWeight)));
        m_onRepetition(roof);
    };
    Result<void> done = benchmark.runRound(RoofRound(round, seconds, m_context, report));
    m_weightDone += weight;
    return done;
}

} // namespace rooflight
