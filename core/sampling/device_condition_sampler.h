// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/telemetry.h"
#include "core/model/conditions.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/latency/latency.h"
#include "core/results/layers/layers.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/sweep/sweep.h"
#include "core/sampling/measurement_context.h"
#include "core/sampling/other_load_sampler.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace rooflight {

/// Ranges of the readings' figures; `nullopt` if no reading has any.
[[nodiscard]] std::optional<Conditions> conditionsOf(const std::vector<Telemetry> &readings);

/// The same with what kept work from running, if that is more than a thousandth.
[[nodiscard]] std::optional<Conditions> withHeldBack(std::optional<Conditions> conditions, const HeldBack &held);

/// Reads a device's clock, power and temperature a few times a second, from its construction on.
class DeviceConditionSampler : public ConditionSampler
{
public:
    enum class When {
        OwnThread, ///< for a device that works while the host waits
        BetweenSamples, ///< in sampleIfDue(): for a CPU, whose runs another thread would disturb
    };

    using Read = std::function<Telemetry()>;

    /// An empty \p read: the device reports nothing. \p root as of OtherLoadSampler.
    DeviceConditionSampler(Read read, When when, std::chrono::milliseconds period = std::chrono::milliseconds(250),
                           std::filesystem::path root = "/");

    void sampleIfDue() override;

    /// Forgets all readings.
    void restart();

    /// Conditions from the readings so far; if there are none, from one that is made now. A device that takes longer
    /// than a second to answer on its own thread has none.
    [[nodiscard]] std::optional<Conditions> conditions();

    /// As OtherLoadSampler::flags(), since the construction or restart().
    [[nodiscard]] std::vector<OpenEnum<SampleFlag>> loadFlags() const;

private:
    using Clock = std::chrono::steady_clock;

    void runThread(const std::stop_token &stop);
    void readNow();
    void readUnlocked(std::unique_lock<std::mutex> &lock);
    void setDue(Clock::time_point begin);

    Read m_read;
    When m_when;
    Clock::duration m_period;
    Clock::time_point m_due;
    std::filesystem::path m_root;
    OtherLoadSampler m_load;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<Telemetry> m_readings;
    bool m_wanted = false; ///< by somebody who waits for a reading
    int m_restarts = 0;
    bool m_started = false; ///< the thread has read once
    std::jthread m_thread; ///< last: its destructor stops and joins it while the rest is still there
};

// Adds the conditions so far to a result, and to its flags what throttled the device. The last three also get what
// other programs did, for which the first three have a sampler of their own.

void addConditions(DeviceConditionSampler &sampler, ModelLatency &latency);
void addConditions(DeviceConditionSampler &sampler, LayerLatencies &latencies);
void addConditions(DeviceConditionSampler &sampler, InterleavedLatency &interleaved);
void addConditions(DeviceConditionSampler &sampler, MethodComparison &comparison);
void addConditions(DeviceConditionSampler &sampler, PipelineLatency &pipeline);
void addConditions(DeviceConditionSampler &sampler, BatchPoint &point);

} // namespace rooflight
