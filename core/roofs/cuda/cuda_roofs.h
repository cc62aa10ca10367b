// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"
#include "core/roofs/roof_run.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace rooflight {

/// Opens the GPU of this index, as CUDA counts them, through the module with the CUDA code. Errors: DeviceMissing, with
/// one sentence for each reason: no module, no driver, a driver older than the module's toolkit, no such GPU.
[[nodiscard]] Result<std::unique_ptr<cuda::Gpu>> openCudaGpu(int index);

/// The device that the roofs of this GPU belong to; its UUID and driver identify its roofs in the cache.
[[nodiscard]] Device cudaDevice(const cuda::Gpu &gpu, int index);

/// Measures the roofs of a GPU, as docs/reference/numbers.md describes them, and those of `others` besides. What is
/// missing and why, clocks, power and temperature become notes of the run. `sleep` is for tests; empty: the thread
/// sleeps.
///
/// Times are those between two events around the work. Value of a roof: as with measureCpuRoofs(), the 87.5th
/// percentile of the repetitions; of launch overheads the 12.5th, of sustained products the median. Intervals: 95 %,
/// from order statistics.
///
/// Roof::clockHz comes from the multiprocessors' own cycle counters during the repetitions of the vector and shared
/// memory roofs; Roof::perCycle is per multiprocessor and cycle. Roof::theoretical comes from its data sheet or the
/// GPU's attributes (core/roofs/cuda/theoretical.h) and is absent for chips that are not known.
///
/// Flags, besides those of measureCpuRoofs(): "throttled" (heat or the hardware held the clocks down while this was
/// measured), "power_capped" (the limit of its power did, as on any GPU that is busy for long), "other_load" (something
/// else kept the GPU busy), "kernel_limited" (a vector loop below 97 % of its instructions' rate per cycle),
/// "above_theory" (more than the GPU can do by 2 %), "no_plateau" (a larger part of the second-level cache is read more
/// slowly).
///
/// Errors, if not one roof could be measured: DeviceMissing for a GPU that is gone, OutOfMemory, Internal.
[[nodiscard]] Result<DeviceRoofs> measureCudaRoofs(RoofRun &run, cuda::Gpu &gpu, int index, RoofBenchmarks others = {},
                                                   const std::function<void(double seconds)> &sleep = {});

} // namespace rooflight
