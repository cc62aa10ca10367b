// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/cuda_roofs.h"

#include "core/model/timestamp.h"
#include "core/roofs/cuda/measure_roofs.h"
#include "core/roofs/cuda/module_loader.h"

#include <charconv>

namespace ridgepoint {

Result<std::unique_ptr<cuda::Gpu>> openCudaGpu(int index)
{
    const Result<const cuda::GpuModule *> module = cuda::openGpuModule();
    if (!module.ok())
        return module.error();
    return module.value()->open(index);
}

Device cudaDevice(const cuda::Gpu &gpu, int index)
{
    Device device;
    device.kind = "cuda";
    device.index = index;
    device.name = gpu.properties().name;
    device.uuid = gpu.properties().uuid;
    device.driver = gpu.properties().driver;
    return device;
}

std::optional<int> cudaIndex(std::string_view device)
{
    constexpr std::string_view kind = "cuda";
    if (!device.starts_with(kind))
        return std::nullopt;
    device.remove_prefix(kind.size());
    if (device.empty())
        return 0;
    if (device.front() != ':' || device.size() < 2 || device[1] < '0' || device[1] > '9')
        return std::nullopt;
    int index = 0;
    const auto [end, error] = std::from_chars(device.data() + 1, device.data() + device.size(), index);
    return error == std::errc() && end == device.data() + device.size() ? std::optional(index) : std::nullopt;
}

Result<CudaPeaks> measureCudaPeaks(cuda::Gpu &gpu, int index, Effort effort, const PeaksKeepGoing &keepGoing)
{
    Result<cuda::GpuRoofs> measured = cuda::measureRoofs(gpu, effort, keepGoing);
    if (!measured.ok())
        return measured.error();
    if (measured.value().roofs.empty())
        return Error { ErrorCode::OutOfMemory, "The GPU has too little free memory to measure its roofs.",
                       "Close other programs that use it." };
    CudaPeaks result;
    result.peaks.device = cudaDevice(gpu, index);
    result.peaks.clockPolicy = gpu.properties().clockPolicy;
    result.peaks.roofs = std::move(measured.value().roofs);
    result.peaks.measuredAt = timestampNow();
    result.peaks.program = RIDGEPOINT_VERSION;
    result.peaks.effort = name(effort);
    result.notes = std::move(measured.value().notes);
    return result;
}

} // namespace ridgepoint
