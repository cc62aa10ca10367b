// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpu_sensors.h"

#include "core/base/text_file.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr double hzPerKhz = 1e3;
constexpr double celsiusPerStep = 1e-3;
constexpr double hottest = 150; ///< degrees; a sensor that says more is broken, as is one that says none

/// Drivers under hwmon and types of thermal zones that belong to the CPU itself.
constexpr std::array<std::string_view, 6> cpuSensors = { "coretemp",     "k10temp",     "zenpower",
                                                         "x86_pkg_temp", "cpu-thermal", "cpu_thermal" };

std::string wordIn(const fs::path &path)
{
    std::string text = readText(path);
    text.erase(text.find_last_not_of(" \n") + 1);
    return text;
}

std::optional<std::int64_t> numberOf(const fs::path &path)
{
    return numberIn<std::int64_t>(readText(path));
}

/// What lies in a folder and begins with this, in the order of the names.
std::vector<fs::path> entriesOf(const fs::path &folder, std::string_view prefix)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename().string().starts_with(prefix))
            entries.push_back(entry->path());
    }
    std::ranges::sort(entries);
    return entries;
}

void addReadable(std::vector<fs::path> &files, const fs::path &file)
{
    if (numberOf(file))
        files.push_back(file);
}

bool isOfCpu(const fs::path &nameFile)
{
    return std::ranges::find(cpuSensors, wordIn(nameFile)) != cpuSensors.end();
}

std::vector<fs::path> temperatureFiles(const fs::path &root)
{
    std::vector<fs::path> files;
    for (const fs::path &monitor : entriesOf(root / "sys/class/hwmon", "hwmon")) {
        if (!isOfCpu(monitor / "name"))
            continue;
        for (const fs::path &file : entriesOf(monitor, "temp")) {
            if (file.filename().string().ends_with("_input"))
                addReadable(files, file);
        }
    }
    for (const fs::path &zone : entriesOf(root / "sys/class/thermal", "thermal_zone")) {
        if (isOfCpu(zone / "type"))
            addReadable(files, zone / "temp");
    }
    return files;
}

/// The highest of the files' numbers that make sense.
std::optional<double> maxIn(const std::vector<fs::path> &files, double unit, double limit)
{
    std::optional<double> highest;
    for (const fs::path &file : files) {
        const double value = unit * static_cast<double>(numberOf(file).value_or(0));
        if (value > 0 && value < limit)
            highest = std::max(highest.value_or(value), value);
    }
    return highest;
}

} // namespace

CpuSensors::CpuSensors(const fs::path &root, SecondsClock seconds)
    : m_seconds(std::move(seconds))
    , m_temperatures(temperatureFiles(root))
    , m_energy(root)
{
    for (const fs::path &cpu : entriesOf(root / "sys/devices/system/cpu", "cpu")) {
        addReadable(m_clocks, cpu / "cpufreq/scaling_cur_freq");
        addReadable(m_throttleCounts, cpu / "thermal_throttle/core_throttle_count");
        addReadable(m_throttleCounts, cpu / "thermal_throttle/package_throttle_count");
    }
    static_cast<void>(powerWatts());
    static_cast<void>(heldBack());
}

std::optional<double> CpuSensors::powerWatts()
{
    const double now = m_seconds();
    const double passedSeconds = now - std::exchange(m_lastSeconds, now);
    const std::optional<double> joules = m_energy.joules();
    const std::optional<double> before = std::exchange(m_lastJoules, joules);
    return joules && before && passedSeconds > 0 ? std::optional((*joules - *before) / passedSeconds) : std::nullopt;
}

bool CpuSensors::heldBack()
{
    std::int64_t throttles = 0;
    for (const fs::path &file : m_throttleCounts)
        throttles += numberOf(file).value_or(0);
    return throttles > std::exchange(m_lastThrottles, throttles);
}

Telemetry CpuSensors::read()
{
    constexpr double fastestHz = 1e11;
    Telemetry telemetry;
    telemetry.clockHz = maxIn(m_clocks, hzPerKhz, fastestHz);
    telemetry.temperatureCelsius = maxIn(m_temperatures, celsiusPerStep, hottest);
    telemetry.powerWatts = powerWatts();
    telemetry.thermalSlowdown = heldBack();
    return telemetry;
}

} // namespace rooflight
