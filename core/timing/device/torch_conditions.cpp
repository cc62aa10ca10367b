// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/torch_conditions.h"

#include "core/machine/cpu_sensors.h"
#include "core/machine/nvml.h"
#include "core/model/result_sentences.h"
#include "core/timing/cuda/runtime_function.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

using GetBusId = int (*)(char *text, int length, int device);

/// PCI bus of the device, by which NVIDIA's management library finds it: that counts devices in another order. Empty
/// where the runtime has no such function.
std::string busIdOf(c10::Device device)
{
    std::array<char, 32> text {};
    const auto getBusId = cudaRuntimeFunction<GetBusId>("cudaDeviceGetPCIBusId");
    if (!getBusId || getBusId(text.data(), static_cast<int>(text.size()), std::max<int>(device.index(), 0)) != 0)
        return {};
    return text.data();
}

DeviceConditionSampler::Read readerOf(c10::Device device)
{
    if (device.is_cpu())
        return [sensors = std::make_shared<CpuSensors>()] { return sensors->read(); };
    // The library may take a second to start: by the thread that reads, beside the work.
    return [busId = busIdOf(device), nvml = std::shared_ptr<Nvml>()]() mutable {
        if (!nvml)
            nvml = std::make_shared<Nvml>(busId);
        return nvml->read();
    };
}

} // namespace

std::unique_ptr<DeviceConditionSampler> sampleConditions(c10::Device device)
{
    const auto when =
        device.is_cpu() ? DeviceConditionSampler::When::BetweenSamples : DeviceConditionSampler::When::OwnThread;
    return std::make_unique<DeviceConditionSampler>(readerOf(device), when);
}

FoundEnergyCounter energyCounterOf(c10::Device device, Caches caches)
{
    if (caches == Caches::Cold)
        return { nullptr, composedText(sentences::flushingTakesEnergy) };
    return device.is_cpu() ? cpuEnergyCounter() : gpuEnergyCounter(busIdOf(device));
}

} // namespace rooflight
