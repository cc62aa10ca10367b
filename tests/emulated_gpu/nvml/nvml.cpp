// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/clock.h"
#include "device/devices.h"
#include "device/faults.h"
#include "device/memory.h"
#include "device/settings.h"
#include "device/stream.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

/// The functions of NVIDIA's management library that the program and LibTorch look up by name, as its manual has them.

using namespace emulated_gpu;

namespace {

constexpr int success = 0;
constexpr int notSupported = 3;
constexpr int notFound = 6;
constexpr int gpuIsLost = 15;
constexpr unsigned milliwatts = 350'000;
constexpr unsigned limitMilliwatts = 500'000;
constexpr unsigned celsius = 45;

/// How long a call takes, and whether the device still answers.
int called()
{
    waitUntil(nowNs() + settings().nvmlNs);
    return stickyStatus() == 46 ? gpuIsLost : afterStep(Step::Nvml);
}

} // namespace

extern "C" {

int nvmlInit_v2()
{
    return called();
}

int nvmlShutdown()
{
    return success;
}

int nvmlSystemGetDriverVersion(char *text, unsigned length)
{
    std::snprintf(text, length, "%s", driverRelease);
    return success;
}

int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = driverVersion;
    return success;
}

/// NVML writes a domain of eight digits, the runtime one of four; both are read.
int nvmlDeviceGetHandleByPciBusId_v2(const char *busId, void **device)
{
    const char *colon = std::strchr(busId, ':');
    for (int i = 0; colon && i < settings().devices; ++i) {
        if (std::strcmp(colon, std::strchr(busIdOf(i).c_str(), ':')) == 0) {
            *device = reinterpret_cast<void *>(static_cast<std::uintptr_t>(i) + 1);
            return called();
        }
    }
    return notFound;
}

int nvmlDeviceGetClockInfo(void *, int type, unsigned *mhz)
{
    constexpr int memoryClock = 2;
    constexpr unsigned khzPerMhz = 1000;
    *mhz = (type == memoryClock ? memoryClockKhz : clockKhz) / khzPerMhz;
    return called();
}

int nvmlDeviceGetPowerUsage(void *, unsigned *value)
{
    *value = milliwatts;
    return called();
}

/// Of this process: the time that the device worked, and all other time since the first call.
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    constexpr std::int64_t nsPerSecond = 1'000'000'000;
    static const std::int64_t begin = nowNs();
    const std::int64_t idle = settings().idleMilliwatts;
    const std::int64_t busy = busyNs(static_cast<int>(reinterpret_cast<std::uintptr_t>(device) - 1));
    const std::int64_t all = idle * (nowNs() - begin) + (milliwatts - idle) * busy;
    *millijoules = static_cast<unsigned long long>(all / nsPerSecond);
    return called();
}

int nvmlDeviceGetEnforcedPowerLimit(void *, unsigned *value)
{
    *value = limitMilliwatts;
    return called();
}

int nvmlDeviceGetTemperature(void *, int, unsigned *value)
{
    *value = celsius;
    return called();
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *, unsigned long long *reasons)
{
    *reasons = 0;
    return called();
}

/// Of this process: there is no other one on the device.
int nvmlDeviceGetUtilizationRates(void *, unsigned *percents)
{
    percents[0] = isBusy() ? 100 : 0;
    percents[1] = percents[0] / 2;
    return called();
}

// What LibTorch queries when memory runs out or devices talk to each other; none of it exists here.

int nvmlDeviceGetComputeRunningProcesses(void *, unsigned *count, void *)
{
    *count = 0;
    return called();
}

int nvmlDeviceGetNvLinkRemoteDeviceType(void *, unsigned, unsigned *)
{
    return notSupported;
}

int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *, unsigned, void *)
{
    return notSupported;
}

int nvmlDeviceGetGpuFabricInfoV(void *, void *)
{
    return notSupported;
}

} // extern "C"
