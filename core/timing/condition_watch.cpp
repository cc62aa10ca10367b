// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/condition_watch.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <initializer_list>

namespace ridgepoint {

namespace {

/// A reading takes at most this part of the time.
constexpr int readingShare = 500;

std::optional<ConditionRange> rangeOf(const std::vector<Telemetry> &readings, std::optional<double> Telemetry::*figure)
{
    std::vector<double> values;
    for (const Telemetry &reading : readings) {
        if (const std::optional<double> &value = reading.*figure)
            values.push_back(*value);
    }
    if (values.empty())
        return std::nullopt;
    std::ranges::sort(values);
    return ConditionRange { values.front(), quantile(values, 0.5), values.back() };
}

bool tells(const Conditions &conditions)
{
    return conditions.clockHz || conditions.memoryClockHz || conditions.powerWatts || conditions.temperatureCelsius
        || !conditions.throttleReasons.empty();
}

void addFlag(SampleSet &samples, std::string_view flag)
{
    if (std::ranges::find(samples.flags, flag) == samples.flags.end())
        samples.flags.emplace_back(flag);
}

void addFlags(SampleSet &samples, const std::optional<Conditions> &conditions)
{
    if (!conditions || samples.summary.count == 0)
        return;
    for (const std::string &reason : conditions->throttleReasons) {
        addFlag(samples, SampleFlag::throttled);
        if (reason == ThrottleReason::heat)
            addFlag(samples, SampleFlag::hot);
        if (reason == ThrottleReason::powerCap)
            addFlag(samples, SampleFlag::powerCapped);
    }
}

} // namespace

std::optional<Conditions> conditionsOf(const std::vector<Telemetry> &readings)
{
    Conditions conditions;
    conditions.readings = static_cast<std::int64_t>(readings.size());
    conditions.clockHz = rangeOf(readings, &Telemetry::clockHz);
    conditions.memoryClockHz = rangeOf(readings, &Telemetry::memoryClockHz);
    conditions.powerWatts = rangeOf(readings, &Telemetry::powerWatts);
    conditions.temperatureCelsius = rangeOf(readings, &Telemetry::temperatureCelsius);
    const auto addReason = [&](bool Telemetry::*met, std::string_view reason) {
        if (std::ranges::any_of(readings, met))
            conditions.throttleReasons.emplace_back(reason);
    };
    addReason(&Telemetry::powerCapped, ThrottleReason::powerCap);
    addReason(&Telemetry::thermalSlowdown, ThrottleReason::heat);
    addReason(&Telemetry::hardwareSlowdown, ThrottleReason::hardware);
    return tells(conditions) ? std::optional(conditions) : std::nullopt;
}

ConditionWatch::ConditionWatch(Read read, When when, std::chrono::milliseconds pace)
    : m_read(std::move(read))
    , m_when(when)
    , m_pace(pace)
    , m_due(Clock::now() + pace)
{
    if (m_read && m_when == When::Beside)
        m_thread = std::thread([this] { readBeside(); });
}

ConditionWatch::~ConditionWatch()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void ConditionWatch::readBeside()
{
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_until(lock, m_due, [this] { return m_ended; }))
        readNow();
}

void ConditionWatch::readWhenDue()
{
    if (Clock::now() >= m_due)
        readNow();
}

void ConditionWatch::readNow()
{
    const auto begin = Clock::now();
    m_readings.push_back(m_read());
    const auto end = Clock::now();
    m_due = end + std::max<Clock::duration>(m_pace, readingShare * (end - begin));
}

RunControl ConditionWatch::between(const RunControl &control)
{
    if (!m_read || m_when == When::Beside)
        return control;
    RunControl reading = control;
    reading.cancelled = [this, cancelled = control.cancelled] {
        readWhenDue();
        return cancelled();
    };
    return reading;
}

void ConditionWatch::restart()
{
    const std::lock_guard lock(m_mutex);
    m_readings.clear();
    // What is told since the last reading would otherwise be of what went before.
    if (m_read && m_when == When::BetweenRuns)
        static_cast<void>(m_read());
}

std::optional<Conditions> ConditionWatch::conditions()
{
    const std::lock_guard lock(m_mutex);
    if (m_read && m_readings.empty())
        readNow();
    return conditionsOf(m_readings);
}

void addConditions(ConditionWatch &watch, ModelLatency &latency)
{
    latency.conditions = watch.conditions();
    addFlags(latency.samples, latency.conditions);
}

void addConditions(ConditionWatch &watch, LayerLatencies &latencies)
{
    latencies.conditions = watch.conditions();
    addFlags(latencies.watchedModel, latencies.conditions);
}

void addConditions(ConditionWatch &watch, InterleavedLatency &interleaved)
{
    interleaved.conditions = watch.conditions();
    for (LatencyVariant &variant : interleaved.variants)
        addFlags(variant.samples, interleaved.conditions);
}

void addConditions(ConditionWatch &watch, MethodComparison &comparison)
{
    comparison.conditions = watch.conditions();
    for (MethodTiming &timing : comparison.methods)
        addFlags(timing.samples, comparison.conditions);
}

void addConditions(ConditionWatch &watch, PipelineLatency &pipeline)
{
    pipeline.conditions = watch.conditions();
    for (PipelineMode &mode : pipeline.modes)
        addFlags(mode.endToEnd, pipeline.conditions);
}

void addConditions(ConditionWatch &watch, BatchPoint &point)
{
    point.conditions = watch.conditions();
    addFlags(point.samples, point.conditions);
}

} // namespace ridgepoint
