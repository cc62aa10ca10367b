// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/telemetry_log.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint::cuda {

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
    least = known ? std::min(least, *value) : *value;
    greatest = known ? std::max(greatest, *value) : *value;
    known = true;
}

void TelemetryLog::Range::add(const Range &other)
{
    if (!other.known)
        return;
    add(std::optional(other.least));
    add(std::optional(other.greatest));
}

void TelemetryLog::add(const Telemetry &telemetry)
{
    m_clockHz.add(telemetry.clockHz);
    m_memoryClockHz.add(telemetry.memoryClockHz);
    m_powerWatts.add(telemetry.powerWatts);
    m_temperatureCelsius.add(telemetry.temperatureCelsius);
    m_powerCapped |= telemetry.powerCapped;
    m_thermalSlowdown |= telemetry.thermalSlowdown;
    m_hardwareSlowdown |= telemetry.hardwareSlowdown;
}

void TelemetryLog::add(const TelemetryLog &other)
{
    m_clockHz.add(other.m_clockHz);
    m_memoryClockHz.add(other.m_memoryClockHz);
    m_powerWatts.add(other.m_powerWatts);
    m_temperatureCelsius.add(other.m_temperatureCelsius);
    m_powerCapped |= other.m_powerCapped;
    m_thermalSlowdown |= other.m_thermalSlowdown;
    m_hardwareSlowdown |= other.m_hardwareSlowdown;
}

std::string TelemetryLog::sentence() const
{
    std::vector<std::string> parts;
    if (m_clockHz.known)
        parts.push_back("clock " + whole(m_clockHz.least / hzPerMhz) + " to " + whole(m_clockHz.greatest / hzPerMhz)
                        + " MHz");
    if (m_memoryClockHz.known)
        parts.push_back("memory clock " + whole(m_memoryClockHz.greatest / hzPerMhz) + " MHz");
    if (m_powerWatts.known)
        parts.push_back("up to " + whole(m_powerWatts.greatest) + " W");
    if (m_temperatureCelsius.known)
        parts.push_back("up to " + whole(m_temperatureCelsius.greatest) + " °C");
    if (m_powerCapped)
        parts.emplace_back("held down by the power cap");
    if (m_thermalSlowdown)
        parts.emplace_back("held down by heat");
    if (m_hardwareSlowdown)
        parts.emplace_back("held down by the hardware");
    return parts.empty() ? std::string() : "While the roofs were measured: " + joined(parts) + ".";
}

} // namespace ridgepoint::cuda
