// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_nvml.h"

#include <cstring>

namespace {

constexpr int notFound = 6; // NVML_ERROR_NOT_FOUND
int gpu = 0;

} // namespace

FakeNvml &fakeNvml()
{
    static FakeNvml fake;
    return fake;
}

// Declared as in NVIDIA's reference manual of NVML, handles and enumerations as what they are passed as.
extern "C" {

int nvmlInit_v2()
{
    return fakeNvml().startStatus;
}

int nvmlShutdown()
{
    return 0;
}

int nvmlSystemGetDriverVersion(char *text, unsigned length)
{
    std::strncpy(text, "580.82.07", length);
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *busId, void **device)
{
    *device = &gpu;
    return std::strcmp(busId, "0000:3B:00.0") == 0 ? 0 : notFound;
}

int nvmlDeviceGetClockInfo(void *, int type, unsigned *mhz)
{
    *mhz = type == 1 ? 1755 : 2619; // NVML_CLOCK_SM, else NVML_CLOCK_MEM
    return 0;
}

int nvmlDeviceGetPowerUsage(void *, unsigned *milliwatts)
{
    *milliwatts = 640500;
    return fakeNvml().powerStatus;
}

int nvmlDeviceGetEnforcedPowerLimit(void *, unsigned *milliwatts)
{
    *milliwatts = 700000;
    return fakeNvml().powerStatus;
}

int nvmlDeviceGetApplicationsClock(void *, int type, unsigned *mhz)
{
    *mhz = type == 1 ? 1980 : 2619; // NVML_CLOCK_SM, else NVML_CLOCK_MEM
    return fakeNvml().applicationClockStatus;
}

int nvmlDeviceGetTotalEnergyConsumption(void *, unsigned long long *millijoules)
{
    *millijoules = fakeNvml().millijoules;
    return fakeNvml().energyStatus;
}

int nvmlDeviceGetTemperature(void *, int, unsigned *celsius)
{
    *celsius = 61;
    return 0;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *, unsigned long long *reasons)
{
    *reasons = fakeNvml().reasons;
    return 0;
}

int nvmlDeviceGetUtilizationRates(void *, unsigned *percents)
{
    percents[0] = 75;
    percents[1] = 20;
    return 0;
}
}
