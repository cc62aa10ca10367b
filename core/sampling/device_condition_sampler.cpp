// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/device_condition_sampler.h"

#include "core/base/clock.h"
#include "core/statistics/summary.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

/// The wait between two readings, in multiples of what one takes.
constexpr int waitPerReading = 500;
constexpr double relevantShare = 0.001;
constexpr auto longestWait = std::chrono::seconds(1);

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

void addFlag(SampleSet &samples, const OpenEnum<SampleFlag> &flag)
{
    if (!hasFlag(samples.flags, flag))
        samples.flags.push_back(flag);
}

void addFlags(SampleSet &samples, const std::vector<OpenEnum<SampleFlag>> &flags)
{
    if (samples.summary.count == 0)
        return;
    for (const OpenEnum<SampleFlag> &flag : flags)
        addFlag(samples, flag);
}

void addFlags(SampleSet &samples, const std::optional<Conditions> &conditions)
{
    if (!conditions || samples.summary.count == 0)
        return;
    for (const OpenEnum<ThrottleReason> &reason : conditions->throttleReasons) {
        if (reason == ThrottleReason::PowerCap) {
            addFlag(samples, SampleFlag::PowerCapped);
            continue;
        }
        addFlag(samples, SampleFlag::Throttled);
        if (reason == ThrottleReason::Heat)
            addFlag(samples, SampleFlag::Hot);
    }
}

void addFlags(SampleSet &samples, const std::optional<Conditions> &conditions,
              const std::vector<OpenEnum<SampleFlag>> &load)
{
    addFlags(samples, conditions);
    addFlags(samples, load);
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

std::optional<Conditions> withHeldBack(std::optional<Conditions> conditions, const HeldBack &held)
{
    const auto relevant = [](double share) { return share > relevantShare ? std::optional(share) : std::nullopt; };
    if (!relevant(held.stolenShare) && !relevant(held.throttledShare))
        return conditions;
    if (!conditions)
        conditions.emplace();
    conditions->stolenShare = relevant(held.stolenShare);
    conditions->throttledShare = relevant(held.throttledShare);
    return conditions;
}

DeviceConditionSampler::DeviceConditionSampler(Read read, When when, std::chrono::milliseconds period,
                                               std::filesystem::path root)
    : m_read(std::move(read))
    , m_when(when)
    , m_period(period)
    , m_due(Clock::now() + period)
    , m_root(std::move(root))
    , m_load(m_root)
{
    if (m_read && m_when == When::OwnThread)
        m_thread = std::jthread([this](const std::stop_token &stop) { runThread(stop); });
}

void DeviceConditionSampler::runThread(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_wake.wait_until(lock, stop, m_due, [this] { return m_wanted; });
        if (!stop.stop_requested())
            readUnlocked(lock);
    }
}

/// A library that is slow to start or to answer blocks no caller.
void DeviceConditionSampler::readUnlocked(std::unique_lock<std::mutex> &lock)
{
    const int restarts = m_restarts;
    lock.unlock();
    const auto begin = Clock::now();
    const Telemetry reading = m_read();
    lock.lock();
    // The first one also starts the library, which says nothing of those that follow.
    setDue(m_started ? begin : Clock::now());
    m_started = true;
    if (restarts != m_restarts)
        return;
    m_readings.push_back(reading);
    m_wanted = false;
    m_wake.notify_all();
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
    setDue(begin);
}

void DeviceConditionSampler::setDue(Clock::time_point begin)
{
    const auto end = Clock::now();
    m_due = end + std::max<Clock::duration>(m_period, waitPerReading * (end - begin));
}

void DeviceConditionSampler::restart()
{
    const std::lock_guard lock(m_mutex);
    m_readings.clear();
    m_load = OtherLoadSampler(m_root);
    ++m_restarts;
    // Some figures are averages since the last reading: begin anew here.
    if (m_read && m_when == When::BetweenSamples)
        static_cast<void>(m_read());
}

std::optional<Conditions> DeviceConditionSampler::conditions()
{
    const HeldBack held = m_load.heldBack(); // before a wait, which is not of the runs
    std::unique_lock lock(m_mutex);
    if (m_read && m_readings.empty() && m_when == When::OwnThread) {
        m_wanted = true;
        m_wake.notify_all();
        m_wake.wait_for(lock, longestWait, [this] { return !m_readings.empty(); });
    } else if (m_read && m_readings.empty()) {
        readNow();
    }
    return withHeldBack(conditionsOf(m_readings), held);
}

std::vector<OpenEnum<SampleFlag>> DeviceConditionSampler::loadFlags() const
{
    // The runs may take a few ticks only, in which the system counts: one of each CPU is not told apart from none.
    const double unknownSeconds =
        static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)) / static_cast<double>(sysconf(_SC_CLK_TCK));
    return m_load.flags(unknownSeconds);
}

void addConditions(DeviceConditionSampler &sampler, ModelLatency &latency)
{
    latency.conditions = sampler.conditions();
    addFlags(latency.samples, latency.conditions);
}

void addConditions(DeviceConditionSampler &sampler, LayerLatencies &latencies)
{
    latencies.conditions = sampler.conditions();
    addFlags(latencies.instrumentedModel, latencies.conditions);
}

void addConditions(DeviceConditionSampler &sampler, InterleavedLatency &interleaved)
{
    interleaved.conditions = sampler.conditions();
    for (LatencyVariant &variant : interleaved.variants)
        addFlags(variant.samples, interleaved.conditions);
}

void addConditions(DeviceConditionSampler &sampler, MethodComparison &comparison)
{
    const std::vector<OpenEnum<SampleFlag>> load = sampler.loadFlags(); // first: conditions() may wait
    comparison.conditions = sampler.conditions();
    for (MethodTiming &timing : comparison.methods)
        addFlags(timing.samples, comparison.conditions, load);
}

void addConditions(DeviceConditionSampler &sampler, PipelineLatency &pipeline)
{
    const std::vector<OpenEnum<SampleFlag>> load = sampler.loadFlags(); // first: conditions() may wait
    pipeline.conditions = sampler.conditions();
    for (PipelineMode &mode : pipeline.modes)
        addFlags(mode.endToEnd, pipeline.conditions, load);
}

void addConditions(DeviceConditionSampler &sampler, BatchPoint &point)
{
    const std::vector<OpenEnum<SampleFlag>> load = sampler.loadFlags(); // first: conditions() may wait
    point.conditions = sampler.conditions();
    addFlags(point.samples, point.conditions, load);
}

} // namespace rooflight
