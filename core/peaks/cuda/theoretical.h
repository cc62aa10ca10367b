// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cuda/gpu.h"

#include <optional>

/// Peaks from a device's own attributes. Nothing is guessed: what is not known of a chip is absent.
namespace ridgepoint::cuda {

/// FLOP of one multiprocessor in one cycle on its vector units: lanes x 2, after the table of arithmetic throughput in
/// NVIDIA's CUDA C++ Programming Guide. Fp16 counts pairs. Absent for precisions and chips that the table here lacks.
[[nodiscard]] std::optional<double> vectorFlopPerCycle(const GpuProperties &properties, Precision precision);

/// Dense FLOP of one multiprocessor in one cycle on its matrix units, with sums in 32 bits. GeForce boards do fp16,
/// bf16, tf32 and fp8 at half the rate of the workstation boards with the same chip. After NVIDIA's architecture
/// whitepapers.
[[nodiscard]] std::optional<double> tensorFlopPerCycle(const GpuProperties &properties, Precision precision);

/// Vector FLOP/s at the highest clock.
[[nodiscard]] std::optional<double> theoreticalVector(const GpuProperties &properties, Precision precision);

/// Dense matrix FLOP/s as the data sheet counts it: at the highest clock, on H100 SXM, H200 and GH200 (but for fp64) at
/// the 1830 MHz that their data sheets assume. Absent on other boards of that chip, whose clock for it is not known.
[[nodiscard]] std::optional<double> theoreticalTensor(const GpuProperties &properties, Precision precision);

/// Bytes of the bus x memory clock x 2 (two transfers a cycle), in B/s. Absent where the driver tells no clock.
[[nodiscard]] std::optional<double> theoreticalDram(const GpuProperties &properties);

/// 32 banks of 4 bytes on every multiprocessor at the highest clock, in B/s.
[[nodiscard]] double theoreticalShared(const GpuProperties &properties);

/// Whether the chip has matrix units for this precision (fp32 and fp64 of most chips run on vector units instead).
[[nodiscard]] bool hasTensor(const GpuProperties &properties, Precision precision);

/// Whether the chip has vector instructions for this precision.
[[nodiscard]] bool hasVector(const GpuProperties &properties, Precision precision);

} // namespace ridgepoint::cuda
