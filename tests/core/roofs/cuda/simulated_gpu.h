// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"
#include "core/sampling/measurement_context.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

/// What a simulated GPU is like. The defaults are near an H200.
struct SimulatedChip {
    rooflight::cuda::GpuProperties properties;
    double heldClockHz = 1.755e9;
    std::map<rooflight::Precision, double> vectorFlopPerCycle; ///< of a multiprocessor at its best
    std::map<rooflight::Precision, double> tensorFlopPerSecond; ///< of the best shape; absent: no product
    double dramBytesPerSecond = 4.4e12; ///< of reads at their best
    double l2BytesPerSecond = 7e12;
    double sharedBytesPerCycle = 120; ///< of a multiprocessor
    double specialPerCycle = 15.9; ///< of a multiprocessor
    double readOnlyPathShare = 0.95; ///< of the rate of other reads
    double bulkCopyShare = 0.97; ///< likewise, of copies of 8 KiB
    bool failsBulkCopies = false; ///< and goes on
    double pcieBytesPerSecond = 55e9;
    double launchSeconds = 2e-6;
    double noise = 0; ///< relative, both ways
    std::int64_t freeBytes = std::int64_t(140) << 30;
    std::int64_t largestReservation = std::int64_t(140) << 30; ///< of all arrays together; more is refused
    double throttleAfterSeconds = 1e9; ///< of products in a row
    double throttledShare = 1; ///< of the rate from then on
    double vanishesAtSeconds = 1e9;
    std::optional<rooflight::MemoryPattern> failingPattern; ///< of memory; the GPU goes on
    std::optional<rooflight::Precision> failingProduct;
    double busyShare = 0; ///< by others
    std::string telemetryGap;
    std::string matrixGap;
    bool sleeps = false; ///< work takes real time, for who does not bring a clock
};

[[nodiscard]] SimulatedChip simulatedH200();
/// With block-scaled products.
[[nodiscard]] SimulatedChip simulatedB200();

/// Arithmetic instead of a GPU, with a clock that only its own work and rests move.
class SimulatedGpu : public rooflight::cuda::Gpu
{
public:
    explicit SimulatedGpu(SimulatedChip chip);

    /// Its clock, for a measurement.
    [[nodiscard]] rooflight::MeasurementContext context();
    [[nodiscard]] std::function<void(double seconds)> sleep();
    [[nodiscard]] double seconds() const { return m_seconds; }

    /// Every array size that was asked for, and every product.
    std::vector<std::int64_t> reservations;
    std::vector<rooflight::cuda::MatrixShape> shapes;
    int reserved = 0; ///< things that were not released yet

    const rooflight::cuda::GpuProperties &properties() const override { return m_chip.properties; }
    rooflight::Result<rooflight::cuda::GpuMemory> memory() override;
    rooflight::Telemetry telemetry() override;
    std::string telemetryGap() const override { return m_chip.telemetryGap; }
    rooflight::Result<rooflight::cuda::KernelTime> runFma(const rooflight::cuda::FmaWork &work) override;
    rooflight::Result<rooflight::cuda::KernelTime> runShared(const rooflight::cuda::SharedWork &work) override;
    rooflight::Result<rooflight::cuda::KernelTime> runSpecial(const rooflight::cuda::SpecialWork &work) override;
    rooflight::Result<void> reserveArrays(std::int64_t bytes) override;
    rooflight::Result<rooflight::cuda::KernelTime> runMemory(const rooflight::cuda::MemoryWork &work) override;
    std::string matrixGap() override { return m_chip.matrixGap; }
    rooflight::Result<int> prepareMatrix(rooflight::Precision precision,
                                         const rooflight::cuda::MatrixShape &shape) override;
    rooflight::Result<rooflight::cuda::KernelTime> runMatrix(int algorithm, int products) override;
    rooflight::Result<rooflight::cuda::KernelTime> runEmpty(rooflight::LaunchPattern pattern, int launches) override;
    rooflight::Result<void> reserveTransfer(std::int64_t bytes) override;
    rooflight::Result<rooflight::cuda::KernelTime> runCopy(rooflight::cuda::CopyDirection direction,
                                                           int copies) override;
    void release() override;

private:
    [[nodiscard]] rooflight::Result<rooflight::cuda::KernelTime> spend(double seconds, bool counted);
    [[nodiscard]] bool isThrottled() const { return m_productSeconds > m_chip.throttleAfterSeconds; }

    SimulatedChip m_chip;
    double m_seconds = 0;
    double m_productSeconds = 0; ///< without a rest or other work between
    std::uint32_t m_random = 1;
    std::int64_t m_transferBytes = 0;
    rooflight::Precision m_precision = rooflight::Precision::Fp16;
    rooflight::cuda::MatrixShape m_shape;
};
