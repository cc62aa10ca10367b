// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu.h"

#include <vector>

namespace rooflight::cuda {

/// Most of the free memory that a measurement takes: the rest of the machine goes on.
inline constexpr double memoryShare = 0.25;

/// Bytes of both operands with their scales and the product.
[[nodiscard]] std::int64_t bytesOf(const MatrixShape &shape, Precision precision);

/// Edge of the square product that fills a GPU: 2048 + 256 a multiprocessor, from 4096 to 16384.
[[nodiscard]] std::int64_t squareEdge(int multiprocessors);

/// Products to try, small ones first: the square one that fills the GPU, 4096 and 8192 squared, and shapes that others
/// found fast on large GPUs. None takes more than memoryShare of the free memory; if even the smallest would, the
/// largest square that does not, a multiple of 256. Empty when that is less than 256.
[[nodiscard]] std::vector<MatrixShape> matrixShapes(int multiprocessors, Precision precision, std::int64_t freeBytes);

/// Bytes of each of the three arrays of the memory roofs: 4 GiB or 64 times the second-level cache, the greater; all
/// three together at most memoryShare of the free memory. A multiple of memoryGranule.
[[nodiscard]] std::int64_t arrayBytes(std::int64_t l2Bytes, std::int64_t freeBytes);

/// Whether an array of this size could be held by the second-level cache in good part: less than eight times it.
[[nodiscard]] bool isSmallArray(std::int64_t bytes, std::int64_t l2Bytes);

} // namespace rooflight::cuda
