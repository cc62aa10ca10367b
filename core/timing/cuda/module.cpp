// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/torch_cuda_module.h"

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>

#include <memory>

namespace {

std::function<void()> capture(const std::function<void()> &run)
{
    // The default stream cannot be captured.
    const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool());
    c10::cuda::device_synchronize();
    const auto graph = std::make_shared<at::cuda::CUDAGraph>();
    graph->capture_begin({ 0, 0 }, cudaStreamCaptureModeThreadLocal);
    try {
        run();
    } catch (...) {
        try {
            graph->capture_end();
        } catch (const std::exception &) {
            // What the model raised is the reason; that the capture is void follows from it.
        }
        throw;
    }
    graph->capture_end();
    return [graph] { graph->replay(); };
}

void setMemoryFraction(double fraction, int device)
{
    c10::cuda::CUDACachingAllocator::setMemoryFraction(fraction, static_cast<c10::DeviceIndex>(device));
}

} // namespace

extern "C" __attribute__((visibility("default"))) const rooflight::TorchCudaModule *rooflightTorchCudaModule()
{
    static const rooflight::TorchCudaModule module = { ROOFLIGHT_VERSION, capture, setMemoryFraction };
    return &module;
}
