// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/telemetry.h"
#include "core/model/batch_sweep.h"
#include "core/model/conditions.h"
#include "core/model/interleaved_latency.h"
#include "core/model/latency.h"
#include "core/model/method_comparison.h"
#include "core/model/pipeline.h"
#include "core/timing/run_control.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ridgepoint {

/// What the readings have in common; nothing where none tells anything.
[[nodiscard]] std::optional<Conditions> conditionsOf(const std::vector<Telemetry> &readings);

/// Reads a device's clock, power and temperature a few times a second while something is measured, from its making on.
class ConditionWatch
{
public:
    enum class When {
        Beside, ///< in a thread of its own: for a device that works while the host waits
        BetweenRuns, ///< in the thread that measures, between two runs: for a CPU, whose runs it would hold up
    };

    using Read = std::function<Telemetry()>;

    /// Without \p read there is nothing to be read.
    ConditionWatch(Read read, When when, std::chrono::milliseconds pace = std::chrono::milliseconds(250));
    ~ConditionWatch();
    ConditionWatch(const ConditionWatch &) = delete;
    ConditionWatch &operator=(const ConditionWatch &) = delete;

    /// The same control, with which the watch reads between runs, where it does that. It must not outlive the watch.
    [[nodiscard]] RunControl between(const RunControl &control);

    /// Forgets what was read so far.
    void restart();

    /// So far; reads once more where nothing was read yet.
    [[nodiscard]] std::optional<Conditions> conditions();

private:
    using Clock = std::chrono::steady_clock;

    void readBeside();
    void readWhenDue();
    void readNow();

    Read m_read;
    When m_when;
    Clock::duration m_pace;
    Clock::time_point m_due;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ended = false;
    std::vector<Telemetry> m_readings;
    std::thread m_thread;
};

// Puts the conditions so far beside what was measured, and among its flags what held the device back.

void addConditions(ConditionWatch &watch, ModelLatency &latency);
void addConditions(ConditionWatch &watch, LayerLatencies &latencies);
void addConditions(ConditionWatch &watch, InterleavedLatency &interleaved);
void addConditions(ConditionWatch &watch, MethodComparison &comparison);
void addConditions(ConditionWatch &watch, PipelineLatency &pipeline);
void addConditions(ConditionWatch &watch, BatchPoint &point);

} // namespace ridgepoint
