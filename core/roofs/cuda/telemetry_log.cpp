// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roof_session.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rooflight::cuda {

namespace {

constexpr double hzPerMhz = 1e6;

std::string whole(double value)
{
    return std::to_string(std::llround(value));
}

std::string joined(const std::vector<std::string> &parts)
{
    std::string text;
    for (const std::string &part : parts)
        text += (text.empty() ? "" : ", ") + part;
    return text;
}

} // namespace

void TelemetryLog::Range::add(const std::optional<double> &value)
{
    if (!value)
        return;
    lowest = known ? std::min(lowest, *value) : *value;
    highest = known ? std::max(highest, *value) : *value;
    known = true;
}

void TelemetryLog::Range::add(const Range &other)
{
    if (!other.known)
        return;
    add(std::optional(other.lowest));
    add(std::optional(other.highest));
}

void TelemetryLog::add(const Telemetry &telemetry)
{
    m_clockHz.add(telemetry.clockHz);
    m_memoryClockHz.add(telemetry.memoryClockHz);
    m_powerWatts.add(telemetry.powerWatts);
    m_temperatureCelsius.add(telemetry.temperatureCelsius);
    m_powerCapped |= telemetry.powerCapped;
    m_thermalThrottle |= telemetry.thermalSlowdown;
    m_hardwareSlowdown |= telemetry.hardwareSlowdown;
}

void TelemetryLog::add(const TelemetryLog &other)
{
    m_clockHz.add(other.m_clockHz);
    m_memoryClockHz.add(other.m_memoryClockHz);
    m_powerWatts.add(other.m_powerWatts);
    m_temperatureCelsius.add(other.m_temperatureCelsius);
    m_powerCapped |= other.m_powerCapped;
    m_thermalThrottle |= other.m_thermalThrottle;
    m_hardwareSlowdown |= other.m_hardwareSlowdown;
}

std::string TelemetryLog::sentence() const
{
    std::vector<std::string> parts;
    if (m_clockHz.known)
        parts.push_back("clock " + whole(m_clockHz.lowest / hzPerMhz) + " to " + whole(m_clockHz.highest / hzPerMhz)
                        + " MHz");
    if (m_memoryClockHz.known)
        parts.push_back("memory clock " + whole(m_memoryClockHz.highest / hzPerMhz) + " MHz");
    if (m_powerWatts.known)
        parts.push_back("up to " + whole(m_powerWatts.highest) + " W");
    if (m_temperatureCelsius.known)
        parts.push_back("up to " + whole(m_temperatureCelsius.highest) + " °C");
    if (m_powerCapped)
        parts.emplace_back("held down by the power cap");
    if (m_thermalThrottle)
        parts.emplace_back("held down by heat");
    if (m_hardwareSlowdown)
        parts.emplace_back("held down by the hardware");
    return parts.empty() ? std::string() : "While the roofs were measured: " + joined(parts) + ".";
}

} // namespace rooflight::cuda
