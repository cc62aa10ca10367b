// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cpu/memory_loops.h"
#include "core/peaks/cpu/roof_bench.h"

#include <vector>

namespace ridgepoint {

using MemoryPatterns = std::vector<const MemoryPattern *>;

/// Levels of cache that can be told apart from the one below: each holds more than twice as much for a thread.
[[nodiscard]] std::vector<CacheLevel> distinctLevels(const std::vector<CacheLevel> &levels);

/// Each pattern on data that stays in this level; `below` is the next smaller one, or has no bytes. Several working
/// sets are tried, as others may fill a part of a shared cache. Fails with OutOfMemory. False when the caller ended it.
[[nodiscard]] Result<bool> measureCache(RoofBench &bench, const CacheLevel &level, const CacheLevel &below,
                                        const MemoryPatterns &patterns);

/// Each pattern on arrays that no cache holds. Fails with OutOfMemory. False when the caller ended it.
[[nodiscard]] Result<bool> measureDram(RoofBench &bench, const MemoryPatterns &patterns);

} // namespace ridgepoint
