// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/device_condition_sampler.h"

#include "core/statistics/summary.h"

#include <algorithm>

namespace ridgepoint {

namespace {

/// The wait between two readings, in multiples of what one takes.
constexpr int waitPerReading = 500;

std::optional<ConditionRange> rangeOf(const std::vector<Telemetry> &readings, std::optional<double> Telemetry::*figure)
{
    std::vector<double> values;
    for (const Telemetry &reading : readings) {
        if (const std::optional<double> &value = reading.*figure)
            values.push_back(*value);
    }
    if (values.empty())
        return std::nullopt;
    const Summary summary = summarize(values);
    return ConditionRange { summary.minNs, summary.medianNs, summary.maxNs };
}

bool hasFigures(const Conditions &conditions)
{
    return conditions.clockHz || conditions.memoryClockHz || conditions.powerWatts || conditions.temperatureCelsius
        || !conditions.throttleReasons.empty();
}

void addFlag(SampleSet &samples, SampleFlag flag)
{
    if (std::ranges::find(samples.flags, flag) == samples.flags.end())
        samples.flags.emplace_back(flag);
}

void addFlags(SampleSet &samples, const std::optional<Conditions> &conditions)
{
    if (!conditions || samples.summary.count == 0)
        return;
    for (const OpenEnum<ThrottleReason> &reason : conditions->throttleReasons) {
        addFlag(samples, SampleFlag::Throttled);
        if (reason == ThrottleReason::Heat)
            addFlag(samples, SampleFlag::Hot);
        if (reason == ThrottleReason::PowerCap)
            addFlag(samples, SampleFlag::PowerCapped);
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
    const auto addReason = [&](bool Telemetry::*met, ThrottleReason reason) {
        if (std::ranges::any_of(readings, met))
            conditions.throttleReasons.emplace_back(reason);
    };
    addReason(&Telemetry::powerCapped, ThrottleReason::PowerCap);
    addReason(&Telemetry::thermalSlowdown, ThrottleReason::Heat);
    addReason(&Telemetry::hardwareSlowdown, ThrottleReason::Hardware);
    return hasFigures(conditions) ? std::optional(conditions) : std::nullopt;
}

DeviceConditionSampler::DeviceConditionSampler(Read read, When when, std::chrono::milliseconds period)
    : m_read(std::move(read))
    , m_when(when)
    , m_period(period)
    , m_due(Clock::now() + period)
{
    if (m_read && m_when == When::OwnThread)
        m_thread = std::jthread([this](const std::stop_token &stop) { runThread(stop); });
}

void DeviceConditionSampler::runThread(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_wake.wait_until(lock, stop, m_due, [] { return false; });
        if (!stop.stop_requested())
            readNow();
    }
}

void DeviceConditionSampler::sampleIfDue()
{
    if (m_read && m_when == When::BetweenSamples && Clock::now() >= m_due)
        readNow();
}

void DeviceConditionSampler::readNow()
{
    const auto begin = Clock::now();
    m_readings.push_back(m_read());
    const auto end = Clock::now();
    m_due = end + std::max<Clock::duration>(m_period, waitPerReading * (end - begin));
}

void DeviceConditionSampler::restart()
{
    const std::lock_guard lock(m_mutex);
    m_readings.clear();
    // Some figures are averages since the last reading: begin anew here.
    if (m_read && m_when == When::BetweenSamples)
        static_cast<void>(m_read());
}

std::optional<Conditions> DeviceConditionSampler::conditions()
{
    const std::lock_guard lock(m_mutex);
    if (m_read && m_readings.empty())
        readNow();
    return conditionsOf(m_readings);
}

void addConditions(DeviceConditionSampler &sampler, ModelLatency &latency)
{
    latency.conditions = sampler.conditions();
    addFlags(latency.samples, latency.conditions);
}

void addConditions(DeviceConditionSampler &sampler, LayerLatencies &latencies)
{
    latencies.conditions = sampler.conditions();
    addFlags(latencies.watchedModel, latencies.conditions);
}

void addConditions(DeviceConditionSampler &sampler, InterleavedLatency &interleaved)
{
    interleaved.conditions = sampler.conditions();
    for (LatencyVariant &variant : interleaved.variants)
        addFlags(variant.samples, interleaved.conditions);
}

void addConditions(DeviceConditionSampler &sampler, MethodComparison &comparison)
{
    comparison.conditions = sampler.conditions();
    for (MethodTiming &timing : comparison.methods)
        addFlags(timing.samples, comparison.conditions);
}

void addConditions(DeviceConditionSampler &sampler, PipelineLatency &pipeline)
{
    pipeline.conditions = sampler.conditions();
    for (PipelineMode &mode : pipeline.modes)
        addFlags(mode.endToEnd, pipeline.conditions);
}

void addConditions(DeviceConditionSampler &sampler, BatchPoint &point)
{
    point.conditions = sampler.conditions();
    addFlags(point.samples, point.conditions);
}

} // namespace ridgepoint
