// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/roofs/roofs.h"

#include <cstddef>
#include <optional>
#include <span>

namespace rooflight {

/// The precision of the roofs that cover arithmetic on this type; absent for types that no roof covers.
[[nodiscard]] std::optional<Precision> precisionOf(DType dtype);

/// True for what matrix units can do: convolutions and matrix products.
[[nodiscard]] bool usesMatrixUnits(OperatorFamily family);

/// Which work the roofs of a unit judge. The one place that decides it: what is measured first, what is drawn and what
/// judges a point all ask here.
enum class JudgedWork {
    All, ///< vector units
    MatrixOnly, ///< matrix units: what usesMatrixUnits()
    Nothing, ///< there to compare with
};
[[nodiscard]] JudgedWork judgedWork(const OpenEnum<ArithmeticUnit> &unit);

/// True for a memory roof that can be the slope of the roofline: reads, copies and triads, not writes alone.
[[nodiscard]] bool isSlope(const Roof &roof);

/// The roof that judges arithmetic on this type: of its precision, measured on the threads that run the model (else on
/// the most), in a burst if it was, the highest whose unit judges such work. Roofs of TF32 judge fp32 if that was
/// allowed and there is such a roof. LibTorch computes in FP32 whatever is no matrix work on FP16, BF16 and quantised
/// numbers, and on a CPU also matrix work on FP16 and BF16 that it has no unit for. Indices are those of
/// DeviceRoofs::roofs.
[[nodiscard]] std::optional<std::size_t> computeRoof(const DeviceRoofs &peaks, DType dtype, OperatorFamily family,
                                                     bool mayUseTf32 = false);

/// The slope of a level: the highest that was measured on the same threads.
[[nodiscard]] std::optional<std::size_t> slopeOf(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level);

/// What a level of memory can do in one direction, whatever goes in the other at the same time.
struct DirectionRoof {
    std::size_t roof = 0; ///< index into DeviceRoofs::roofs
    double bytesPerSecond = 0; ///< the part of that roof's bytes that goes in this direction
};

/// Fastest reading of a level: of its patterns, the one that reads the most bytes in a second. `nullopt` if reading
/// alone was not measured, as then nothing shows that it is not faster.
[[nodiscard]] std::optional<DirectionRoof> readRoof(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level);
/// The same for writing.
[[nodiscard]] std::optional<DirectionRoof> writeRoof(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level);

/// The launch overhead that judges: of an operator if there is one, else the lowest; that of a graph only if
/// there is no other.
[[nodiscard]] std::optional<std::size_t> launchRoof(const DeviceRoofs &peaks);

/// Null without an index, or if there is no such roof.
[[nodiscard]] const Roof *roofAt(std::span<const Roof> roofs, std::optional<std::size_t> index);

} // namespace rooflight
