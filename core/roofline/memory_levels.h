// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/roofs/roofs.h"
#include "core/roofline/footprint_roofs.h"
#include "core/roofline/roofs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// Share of a cache that data can count on: code, stacks and other data take the rest.
inline constexpr double usableCapacity = 0.8;

/// A level of memory that traffic can come from.
struct MemoryLevelRoof {
    std::size_t roof = 0; ///< index into DeviceRoofs::roofs of the slope
    std::int64_t capacityBytes = 0; ///< of all its caches together; 0: main memory
    int instances = 1; ///< caches that the capacity adds up
    std::optional<DirectionRoof> reads = {};
    std::optional<DirectionRoof> writes = {};
};

/// The levels of a device that have a slope, from the smallest cache to main memory.
[[nodiscard]] std::vector<MemoryLevelRoof> memoryLevels(const DeviceRoofs &peaks);

/// Bytes that cannot have been left in a cache: it keeps at most its capacity of what is touched between two uses, so
/// at least the share 1 - capacity / distance of them is fetched from beyond, whatever it replaces (Belady 1966, the
/// optimum for a cyclic pattern). Data that every thread reads lie in each of the private caches of a level.
[[nodiscard]] double bytesBeyond(const MemoryLevelRoof &cache, const MemoryReuse &reuse, bool readByAllThreads);

struct MemoryTime {
    std::size_t roof = 0; ///< that limits, of the level that takes longest
    std::size_t slope = 0; ///< of that level, the line that a chart draws
    double nanoseconds = 0;
    double bytes = 0; ///< that this roof carries
    std::optional<FootprintTime> atFootprint = {}; ///< what the time comes from, if that is a curve
};

/// Shortest time for some traffic. Every level carries what comes from it and from beyond; levels overlap, the slowest
/// one limits (hierarchical roofline, Ilic, Pratas and Sousa 2014). Reads and writes of a level overlap, too, but none
/// of them can be faster than it is alone. `nullopt` without levels or traffic.
[[nodiscard]] std::optional<MemoryTime> memoryTime(const DeviceRoofs &peaks, std::span<const MemoryLevelRoof> levels,
                                                   std::span<const MemoryReuse> traffic, bool readByAllThreads);

} // namespace rooflight
