// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
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
    ridgepoint::cuda::GpuProperties properties;
    double heldClockHz = 1.755e9;
    std::map<ridgepoint::Precision, double> vectorFlopPerCycle; ///< of a multiprocessor at its best
    std::map<ridgepoint::Precision, double> tensorFlopPerSecond; ///< of the best shape; absent: no product
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
    std::optional<ridgepoint::MemoryPattern> failingPattern; ///< of memory; the GPU goes on
    std::optional<ridgepoint::Precision> failingProduct;
    double busyShare = 0; ///< by others
    std::string telemetryGap;
    std::string matrixGap;
    bool sleeps = false; ///< work takes real time, for who does not bring a clock
};

[[nodiscard]] SimulatedChip simulatedH200();
/// With block-scaled products.
[[nodiscard]] SimulatedChip simulatedB200();

/// Arithmetic instead of a GPU, with a clock that only its own work and rests move.
class SimulatedGpu : public ridgepoint::cuda::Gpu
{
public:
    explicit SimulatedGpu(SimulatedChip chip);

    /// Its clock, for a measurement.
    [[nodiscard]] ridgepoint::MeasurementContext context();
    [[nodiscard]] std::function<void(double seconds)> sleep();
    [[nodiscard]] double seconds() const { return m_seconds; }

    /// Every array size that was asked for, and every product.
    std::vector<std::int64_t> reservations;
    std::vector<ridgepoint::cuda::MatrixShape> shapes;
    int reserved = 0; ///< things that were not released yet

    const ridgepoint::cuda::GpuProperties &properties() const override { return m_chip.properties; }
    ridgepoint::Result<ridgepoint::cuda::GpuMemory> memory() override;
    ridgepoint::Telemetry telemetry() override;
    std::string telemetryGap() const override { return m_chip.telemetryGap; }
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runFma(const ridgepoint::cuda::FmaWork &work) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runShared(const ridgepoint::cuda::SharedWork &work) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runSpecial(const ridgepoint::cuda::SpecialWork &work) override;
    ridgepoint::Result<void> reserveArrays(std::int64_t bytes) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runMemory(const ridgepoint::cuda::MemoryWork &work) override;
    std::string matrixGap() override { return m_chip.matrixGap; }
    ridgepoint::Result<int> prepareMatrix(ridgepoint::Precision precision,
                                          const ridgepoint::cuda::MatrixShape &shape) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runMatrix(int algorithm, int products) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runEmpty(ridgepoint::LaunchPattern pattern, int launches) override;
    ridgepoint::Result<void> reserveTransfer(std::int64_t bytes) override;
    ridgepoint::Result<ridgepoint::cuda::KernelTime> runCopy(ridgepoint::cuda::CopyDirection direction,
                                                             int copies) override;
    void release() override;

private:
    [[nodiscard]] ridgepoint::Result<ridgepoint::cuda::KernelTime> spend(double seconds, bool counted);
    [[nodiscard]] bool isThrottled() const { return m_productSeconds > m_chip.throttleAfterSeconds; }

    SimulatedChip m_chip;
    double m_seconds = 0;
    double m_productSeconds = 0; ///< without a rest or other work between
    std::uint32_t m_random = 1;
    std::int64_t m_transferBytes = 0;
    ridgepoint::Precision m_precision = ridgepoint::Precision::Fp16;
    ridgepoint::cuda::MatrixShape m_shape;
};
