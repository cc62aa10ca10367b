// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"

#include <string>

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

} // namespace rooflight::cuda
