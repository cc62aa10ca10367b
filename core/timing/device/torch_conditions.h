// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/energy_counter.h"
#include "core/model/execution.h"
#include "core/sampling/device_condition_sampler.h"

#include <c10/core/Device.h>

#include <memory>

namespace rooflight {

/// Samples the device from now on: CUDA by NVIDIA's management library, a CPU by what the system reports. A device that
/// reports nothing has no conditions.
[[nodiscard]] std::unique_ptr<DeviceConditionSampler> sampleConditions(c10::Device device);

/// Energy counter of the device: a CPU's packages, or the GPU alone. None for runs with cold caches: flushing takes
/// energy, too.
[[nodiscard]] FoundEnergyCounter energyCounterOf(c10::Device device, Caches caches);

} // namespace rooflight
