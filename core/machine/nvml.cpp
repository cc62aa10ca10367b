// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/nvml.h"

#include "core/base/shared_library.h"

#include <dlfcn.h>

#include <array>
#include <cmath>

namespace rooflight {

namespace {

// What NVML's reference manual promises of its interface. Every function returns 0 for success.
using Status = int;
using DeviceHandle = void *;
struct Utilization {
    unsigned gpuPercent;
    unsigned memoryPercent;
};
constexpr int multiprocessorClock = 1;
constexpr int memoryClock = 2;
constexpr int coreSensor = 0;
constexpr unsigned long long powerReasons = 0x04 | 0x80; ///< power cap; power brake
constexpr unsigned long long hardwareReason = 0x08;
constexpr unsigned long long thermalReasons = 0x20 | 0x40; ///< by software; by hardware

constexpr double hzPerMhz = 1e6;
constexpr double wattsPerMilliwatt = 1e-3;
constexpr double joulesPerMillijoule = 1e-3;

} // namespace

struct Nvml::Functions {
    Status (*init)() = nullptr;
    Status (*shutdown)() = nullptr;
    Status (*driverVersion)(char *text, unsigned length) = nullptr;
    Status (*deviceByBusId)(const char *busId, DeviceHandle *device) = nullptr;
    Status (*clock)(DeviceHandle device, int type, unsigned *mhz) = nullptr;
    Status (*power)(DeviceHandle device, unsigned *milliwatts) = nullptr;
    Status (*energy)(DeviceHandle device, unsigned long long *millijoules) = nullptr;
    Status (*temperature)(DeviceHandle device, int sensor, unsigned *celsius) = nullptr;
    Status (*throttleReasons)(DeviceHandle device, unsigned long long *reasons) = nullptr;
    Status (*utilization)(DeviceHandle device, Utilization *utilization) = nullptr;
    Status (*powerLimit)(DeviceHandle device, unsigned *milliwatts) = nullptr;
    Status (*applicationClock)(DeviceHandle device, int type, unsigned *mhz) = nullptr;

    explicit Functions(void *library)
    {
        findFunction(library, "nvmlInit_v2", init);
        findFunction(library, "nvmlShutdown", shutdown);
        findFunction(library, "nvmlSystemGetDriverVersion", driverVersion);
        findFunction(library, "nvmlDeviceGetHandleByPciBusId_v2", deviceByBusId);
        findFunction(library, "nvmlDeviceGetClockInfo", clock);
        findFunction(library, "nvmlDeviceGetPowerUsage", power);
        findFunction(library, "nvmlDeviceGetTotalEnergyConsumption", energy);
        findFunction(library, "nvmlDeviceGetTemperature", temperature);
        findFunction(library, "nvmlDeviceGetCurrentClocksThrottleReasons", throttleReasons);
        if (!throttleReasons)
            findFunction(library, "nvmlDeviceGetCurrentClocksEventReasons", throttleReasons);
        findFunction(library, "nvmlDeviceGetUtilizationRates", utilization);
        findFunction(library, "nvmlDeviceGetEnforcedPowerLimit", powerLimit);
        findFunction(library, "nvmlDeviceGetApplicationsClock", applicationClock);
    }
};

Nvml::Nvml(const std::string &pciBusId)
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        m_gap = "NVIDIA's management library (libnvidia-ml.so.1) is missing.";
        return;
    }
    m_functions = std::make_unique<Functions>(library);
    if (!m_functions->init || !m_functions->shutdown || !m_functions->deviceByBusId || m_functions->init() != 0) {
        m_gap = "NVIDIA's management library does not start.";
        return;
    }
    m_started = true;
    if (m_functions->deviceByBusId(pciBusId.c_str(), &m_device) != 0) {
        m_device = nullptr;
        m_gap = "NVIDIA's management library does not show this GPU.";
    }
}

Nvml::~Nvml()
{
    if (m_started)
        static_cast<void>(m_functions->shutdown());
}

std::string Nvml::driverVersion() const
{
    std::array<char, 96> text {};
    if (!m_started || !m_functions->driverVersion || m_functions->driverVersion(text.data(), text.size() - 1) != 0)
        return {};
    return text.data();
}

std::string Nvml::clockPolicy() const
{
    if (!m_device)
        return {};
    std::string policy;
    const auto add = [&policy](const std::string &part) { policy += policy.empty() ? part : ", " + part; };
    unsigned value = 0;
    if (m_functions->powerLimit && m_functions->powerLimit(m_device, &value) == 0)
        add("at most " + std::to_string(std::lround(value * wattsPerMilliwatt)) + " W");
    if (m_functions->applicationClock && m_functions->applicationClock(m_device, multiprocessorClock, &value) == 0)
        add("set to " + std::to_string(value) + " MHz");
    return policy;
}

std::optional<double> Nvml::energyJoules() const
{
    unsigned long long millijoules = 0;
    if (!m_device || !m_functions->energy || m_functions->energy(m_device, &millijoules) != 0)
        return std::nullopt;
    return static_cast<double>(millijoules) * joulesPerMillijoule;
}

Telemetry Nvml::read() const
{
    Telemetry telemetry;
    if (!m_device)
        return telemetry;
    unsigned value = 0;
    if (m_functions->clock && m_functions->clock(m_device, multiprocessorClock, &value) == 0)
        telemetry.clockHz = value * hzPerMhz;
    if (m_functions->clock && m_functions->clock(m_device, memoryClock, &value) == 0)
        telemetry.memoryClockHz = value * hzPerMhz;
    if (m_functions->power && m_functions->power(m_device, &value) == 0)
        telemetry.powerWatts = value * wattsPerMilliwatt;
    if (m_functions->temperature && m_functions->temperature(m_device, coreSensor, &value) == 0)
        telemetry.temperatureCelsius = value;
    Utilization utilization {};
    if (m_functions->utilization && m_functions->utilization(m_device, &utilization) == 0)
        telemetry.busyShare = utilization.gpuPercent / 100.0;
    unsigned long long reasons = 0;
    if (m_functions->throttleReasons && m_functions->throttleReasons(m_device, &reasons) == 0) {
        telemetry.powerCapped = (reasons & powerReasons) != 0;
        telemetry.thermalSlowdown = (reasons & thermalReasons) != 0;
        telemetry.hardwareSlowdown = (reasons & hardwareReason) != 0;
    }
    return telemetry;
}

} // namespace rooflight
