// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// The loops through memory, compiled for every instruction set and chosen at run time.
namespace rooflight::kernels {

/// Arrays handed to these functions hold a multiple of this many floats and start at a multiple of 64 bytes.
inline constexpr std::size_t blockFloats = 1024;

/// Chooses the instruction set for all later calls: the best of the machine, or the one that the environment variable
/// ROOFLIGHT_SIMD names. Gives its name.
[[nodiscard]] Result<std::string> chooseInstructionSet();

/// How a loop goes through memory.
struct Access {
    bool narrow = false; ///< vectors of at most 32 bytes: some processors stream faster that way
    bool pastCaches = false; ///< stores that leave nothing in the caches, if the instruction set has them
};

/// Each goes through its arrays of `count` floats `passes` times.

float sum(const float *values, std::size_t count, std::int64_t passes, Access access);
/// a = value
void write(float *a, float value, std::size_t count, std::int64_t passes, Access access);
/// a = b
void copy(float *a, const float *b, std::size_t count, std::int64_t passes, Access access);
/// a = scale * a
void update(float *a, float scale, std::size_t count, std::int64_t passes, Access access);
/// a = b + scale * c
void triad(float *a, const float *b, const float *c, float scale, std::size_t count, std::int64_t passes,
           Access access);

} // namespace rooflight::kernels
