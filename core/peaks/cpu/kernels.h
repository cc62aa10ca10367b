// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// The measured loops, compiled for every instruction set and chosen at run time.
namespace ridgepoint::kernels {

/// Arrays handed to these functions hold a multiple of this many floats and start at a multiple of 64 bytes.
inline constexpr std::size_t blockFloats = 1024;

/// Chooses the instruction set for all later calls: the best of the machine, or the one that the environment variable
/// RIDGEPOINT_SIMD names. Gives its name.
[[nodiscard]] Result<std::string> chooseInstructionSet();

/// Floats in one vector.
[[nodiscard]] std::size_t vectorFloats();

/// FLOP that one round of fmaRounds() does.
[[nodiscard]] std::int64_t flopPerRound();

/// Independent chains of fused multiply-adds in registers only; on instruction sets without them a multiplication and
/// an addition each. The result depends on every chain, so that none can be left out.
float fmaRounds(std::int64_t rounds);

/// Vectors of the instruction set, or of 32 bytes where its own are wider.
enum class Width { Full, AtMost32Bytes };

/// Reads the array once.
float sum(const float *values, std::size_t count, Width width);

/// a = b + scale * c; stores past the caches where the instruction set can.
void triad(float *a, const float *b, const float *c, float scale, std::size_t count, Width width);

} // namespace ridgepoint::kernels
