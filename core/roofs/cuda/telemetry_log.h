// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"

#include <string>

namespace ridgepoint::cuda {

/// Keeps what the telemetry of many launches had in common.
class TelemetryLog
{
public:
    void add(const Telemetry &telemetry);
    void add(const TelemetryLog &other);

    /// A power cap, heat or the hardware itself held the clocks down.
    [[nodiscard]] bool throttled() const { return m_powerCapped || m_thermalSlowdown || m_hardwareSlowdown; }

    [[nodiscard]] std::optional<double> greatestPowerWatts() const { return m_powerWatts.maximum(); }
    [[nodiscard]] std::optional<double> greatestTemperatureCelsius() const { return m_temperatureCelsius.maximum(); }

    /// One sentence: greatest power and temperature, range of the clocks, what held them down. Empty when nothing was
    /// told.
    [[nodiscard]] std::string sentence() const;

private:
    struct Range {
        double least = 0;
        double greatest = 0;
        bool known = false;

        void add(const std::optional<double> &value);
        void add(const Range &other);
        [[nodiscard]] std::optional<double> maximum() const { return known ? std::optional(greatest) : std::nullopt; }
    };

    Range m_clockHz;
    Range m_memoryClockHz;
    Range m_powerWatts;
    Range m_temperatureCelsius;
    bool m_powerCapped = false;
    bool m_thermalSlowdown = false;
    bool m_hardwareSlowdown = false;
};

} // namespace ridgepoint::cuda
