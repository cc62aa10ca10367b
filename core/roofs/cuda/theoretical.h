// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/roofs/cuda/gpu.h"

#include <optional>
#include <string>

/// Theoretical roofs from the data sheet of a device and from its own attributes. Nothing is guessed: what is not known
/// of a chip is absent.
namespace rooflight::cuda {

/// FLOP of one multiprocessor in one cycle on its vector units: lanes x 2, after the table of arithmetic throughput in
/// NVIDIA's CUDA C++ Programming Guide. Fp16 counts pairs. Absent for precisions and chips that the table here lacks.
[[nodiscard]] std::optional<double> vectorFlopPerCycle(const GpuProperties &properties, Precision precision);

/// Dense FLOP of one multiprocessor in one cycle on its matrix units, with sums in 32 bits. GeForce boards do fp16,
/// bf16, tf32 and fp8 at half the rate of the workstation boards with the same chip, and nvfp4 at the full one. After
/// NVIDIA's architecture whitepapers.
[[nodiscard]] std::optional<double> tensorFlopPerCycle(const GpuProperties &properties, Precision precision);

/// Exponentials (ex2.approx) of one multiprocessor in one cycle, after the table of arithmetic throughput in NVIDIA's
/// CUDA C++ Programming Guide. Absent for chips that the table here lacks.
[[nodiscard]] std::optional<double> specialPerCycle(const GpuProperties &properties);

/// A value and where it comes from.
struct Theory {
    double value = 0;
    std::string source; ///< a publication, or the arithmetic behind the value
};

/// Vector FLOP/s: as published for the device, else at its highest clock.
[[nodiscard]] std::optional<Theory> theoreticalVector(const GpuProperties &properties, Precision precision);

/// Dense matrix FLOP/s: as published for the device, else at its highest clock. Absent on boards with the Hopper chip
/// that the data sheet lacks, whose matrix figures hold for another clock (but for fp64).
[[nodiscard]] std::optional<Theory> theoreticalTensor(const GpuProperties &properties, Precision precision);

/// Exponentials a second at the highest clock.
[[nodiscard]] std::optional<Theory> theoreticalSpecial(const GpuProperties &properties);

/// B/s: as published for the device, else bytes of the bus x memory clock x 2 (two transfers a cycle). Absent if the
/// driver reports no clock either.
[[nodiscard]] std::optional<Theory> theoreticalDram(const GpuProperties &properties);

/// 32 banks of 4 bytes on every multiprocessor at the highest clock, in B/s.
[[nodiscard]] Theory theoreticalShared(const GpuProperties &properties);

/// The two fields of a roof that a theory fills; unchanged without one.
void setTheory(Roof &roof, const std::optional<Theory> &theory);

/// Whether the chip has matrix units for this precision (fp32 and fp64 of most chips run on vector units instead).
[[nodiscard]] bool hasTensor(const GpuProperties &properties, Precision precision);

/// Whether the chip has vector instructions for this precision.
[[nodiscard]] bool hasVector(const GpuProperties &properties, Precision precision);

} // namespace rooflight::cuda
