// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/nvml.h"
#include "core/roofs/cuda/module/handles.h"
#include "core/roofs/cuda/module/kernels.h"
#include "core/roofs/cuda/module/matrix_products.h"
#include "core/roofs/cuda/telemetry_reader.h"

#include <array>
#include <chrono>
#include <functional>
#include <optional>

namespace rooflight::cuda {

/// A GPU of this machine.
class CudaGpu : public Gpu
{
public:
    /// Makes it the current device of the process. Errors as GpuModule::open.
    [[nodiscard]] static Result<std::unique_ptr<Gpu>> open(int index);

    const GpuProperties &properties() const override { return m_properties; }
    Result<GpuMemory> memory() override;
    Telemetry telemetry() override { return m_nvml.read(); }
    std::string telemetryGap() const override { return m_nvml.gap(); }
    Result<KernelTime> runFma(const FmaWork &work) override;
    Result<KernelTime> runShared(const SharedWork &work) override;
    Result<KernelTime> runSpecial(const SpecialWork &work) override;
    Result<void> reserveArrays(std::int64_t bytes) override;
    Result<KernelTime> runMemory(const MemoryWork &work) override;
    std::string matrixGap() override;
    Result<int> prepareMatrix(Precision precision, const MatrixShape &shape) override;
    Result<KernelTime> runMatrix(int algorithm, int products) override;
    Result<KernelTime> runEmpty(LaunchPattern pattern, int launches) override;
    Result<void> reserveTransfer(std::int64_t bytes) override;
    Result<KernelTime> runCopy(CopyDirection direction, int copies) override;
    void release() override;

private:
    using Queue = std::function<Result<void>()>;

    CudaGpu(GpuProperties properties, const std::string &pciBusId);

    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<KernelTime> timed(cudaStream_t stream, const Queue &queue);
    [[nodiscard]] Result<KernelTime> timedWithCycles(const Queue &queue);
    [[nodiscard]] Result<double> medianCycles();
    [[nodiscard]] Result<void> captureEmpty(int launches);
    [[nodiscard]] MatrixProducts &products();

    GpuProperties m_properties;
    Nvml m_nvml;
    TelemetryReader m_telemetry; ///< behind m_nvml, which its thread uses
    Event m_start;
    Event m_end;
    Event m_between; ///< for launches with an event each
    Stream m_stream; ///< a graph cannot be captured on the default one
    GraphExec m_emptyGraph;
    int m_emptyGraphLaunches = 0;
    DeviceMemory m_spans;
    DeviceMemory m_sink;
    std::array<DeviceMemory, 3> m_arrays;
    std::int64_t m_arrayBytes = 0;
    HostMemory m_transferHost;
    DeviceMemory m_transferDevice;
    std::size_t m_transferBytes = 0;
    std::optional<MatrixProducts> m_products;
};

} // namespace rooflight::cuda
