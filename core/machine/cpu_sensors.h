// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"
#include "core/machine/energy_counter.h"
#include "core/machine/telemetry.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace rooflight {

/// Clock, power and temperature of the CPU, from /sys. What a machine does not report (a virtual
/// one reports hardly anything) or keeps for the administrator (energy, often) is absent.
class CpuSensors
{
public:
    /// `root` replaces "/" and `seconds` the steady clock in tests.
    explicit CpuSensors(const std::filesystem::path &root = "/", SecondsClock seconds = monotonicSeconds);

    /// Clock: of the CPU that runs fastest, which is one that works. Temperature: the highest of the CPU's sensors.
    /// Power: of all packages, the mean since the last reading or the making. `thermalSlowdown`: the CPU held itself
    /// back since then.
    [[nodiscard]] Telemetry read();

private:
    [[nodiscard]] std::optional<double> powerWatts();
    [[nodiscard]] bool heldBack();

    SecondsClock m_seconds;
    double m_lastSeconds = 0;
    std::optional<double> m_lastJoules;
    std::int64_t m_lastThrottles = 0;
    std::vector<std::filesystem::path> m_clocks;
    std::vector<std::filesystem::path> m_temperatures;
    std::vector<std::filesystem::path> m_throttleCounts;
    RaplCounter m_energy;
};

} // namespace rooflight
