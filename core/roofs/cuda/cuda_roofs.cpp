// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/cuda_roofs.h"

#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/module_loader.h"

#include <algorithm>
#include <iterator>

namespace rooflight {

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

Result<DeviceRoofs> measureCudaRoofs(RoofRun &run, cuda::Gpu &gpu, int index, RoofBenchmarks others,
                                     const std::function<void(double seconds)> &sleep)
{
    const auto session = std::make_shared<cuda::RoofSession>(gpu, run, sleep);
    RoofBenchmarks all = cuda::gpuBenchmarks(session);
    std::ranges::move(others, std::back_inserter(all));
    Result<DeviceRoofs> roofs = run.measure(all, 1, cudaDevice(gpu, index), gpu.properties().clockPolicy);
    if (std::string sentence = session->telemetry().sentence(); !sentence.empty())
        run.note(std::move(sentence));
    return roofs;
}

} // namespace rooflight
