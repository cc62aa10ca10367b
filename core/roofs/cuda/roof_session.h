// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"
#include "core/roofs/roof_run.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rooflight::cuda {

/// Keeps what the telemetry of many launches had in common.
class TelemetryLog
{
public:
    void add(const Telemetry &telemetry);
    void add(const TelemetryLog &other);

    /// Heat or the hardware itself held the clocks down.
    [[nodiscard]] bool throttled() const { return m_thermalThrottle || m_hardwareSlowdown; }
    /// The limit of its power did.
    [[nodiscard]] bool powerCapped() const { return m_powerCapped; }

    [[nodiscard]] std::optional<double> maximumPowerWatts() const { return m_powerWatts.maximum(); }
    [[nodiscard]] std::optional<double> maximumTemperatureCelsius() const { return m_temperatureCelsius.maximum(); }

    /// One sentence: highest power and temperature, range of the clocks, what held them down. Empty when nothing is
    /// known.
    [[nodiscard]] std::string sentence() const;

private:
    struct Range {
        double lowest = 0;
        double highest = 0;
        bool known = false;

        void add(const std::optional<double> &value);
        void add(const Range &other);
        [[nodiscard]] std::optional<double> maximum() const { return known ? std::optional(highest) : std::nullopt; }
    };

    Range m_clockHz;
    Range m_memoryClockHz;
    Range m_powerWatts;
    Range m_temperatureCelsius;
    bool m_powerCapped = false;
    bool m_thermalThrottle = false;
    bool m_hardwareSlowdown = false;
};

/// Part of a round in which the best arrangement is looked for.
inline constexpr double tuningShare = 0.4;

/// A series that its time ended is steady if its interval reaches no further to either side, as a share.
inline constexpr double steadyHalfWidth = 0.01;

/// What the roofs of one GPU have in common: how they repeat, and what was noticed meanwhile.
class RoofSession
{
public:
    /// One repetition.
    using Work = std::function<Result<KernelTime>()>;
    using Sleep = std::function<void(double seconds)>;

    /// `gpu` and `run` must outlive it.
    RoofSession(Gpu &gpu, RoofRun &run, Sleep sleep);

    [[nodiscard]] Gpu &gpu() const { return m_gpu; }
    [[nodiscard]] const GpuProperties &properties() const { return m_gpu.properties(); }
    [[nodiscard]] Effort effort() const { return m_run.effort(); }
    [[nodiscard]] double now() const { return m_run.context().now(); }
    [[nodiscard]] bool stopRequested() const { return m_run.context().stopRequested(); }
    void sleep(double seconds) const { m_sleep(seconds); }

    /// All that follows is part of this round of the roof `name`, and reported so. `round` must outlive it.
    void begin(const RoofRound &round, const std::string &name);

    [[nodiscard]] double secondsLeft() const { return m_round->secondsLeft(); }

    /// When the search for the best arrangement has to end.
    [[nodiscard]] double tuningDeadline() const { return now() + tuningShare * secondsLeft(); }

    /// How long one repetition should last: long against the resolution of events and the launch.
    [[nodiscard]] double repetitionSeconds() const;

    /// Repeats `work` until the round is over or the values are steady, and keeps the roof: value `amount` per second,
    /// or seconds per `amount` for a launch overhead.
    [[nodiscard]] Result<void> measure(Roof roof, double amount, const Work &work);
    /// With limits of its own; steady with an infinite width whatever the values are.
    [[nodiscard]] Result<void> measure(Roof roof, double amount, const Work &work, const SteadyLimits &limits);

    /// One plain sentence for the reader of the roofs.
    void note(std::string text) { m_run.note(std::move(text)); }

    /// Adds "other_load" to every roof from here on.
    void setOtherLoad() { m_otherLoad = true; }

    [[nodiscard]] bool hasMeasured() const { return m_hasMeasured; }
    [[nodiscard]] std::vector<Roof> takeRoofs() { return std::exchange(m_roofs, {}); } ///< kept since the last call
    [[nodiscard]] const TelemetryLog &telemetry() const { return m_telemetry; }

private:
    struct Series {
        std::vector<double> clocksHz; ///< of each repetition; 0 if not counted
        TelemetryLog telemetry;
    };
    void complete(Roof &roof, const Repetitions &repetitions, double quantile, const Series &series);

    Gpu &m_gpu;
    RoofRun &m_run;
    const Sleep m_sleep;
    const RoofRound *m_round = nullptr;
    std::string m_name;
    bool m_otherLoad = false;
    bool m_hasMeasured = false;
    std::vector<Roof> m_roofs;
    TelemetryLog m_telemetry;
};

/// Amount of work for one repetition of `seconds`: grows `amount` from 1 until a run is long enough to be timed, then
/// scales. `run` gives the seconds of that amount. At most `limit`.
[[nodiscard]] Result<int> amountFor(double seconds, int limit,
                                    const std::function<Result<KernelTime>(int amount)> &run);

} // namespace rooflight::cuda
