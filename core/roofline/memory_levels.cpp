// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/memory_levels.h"

#include "core/base/clock.h"

#include <algorithm>
#include <map>

namespace rooflight {

std::vector<MemoryLevelRoof> memoryLevels(const DeviceRoofs &peaks)
{
    std::map<std::int64_t, const MemoryLimit *> caches;
    for (const Roof &roof : peaks.roofs) {
        if (isSlope(roof) && roof.memory()->capacityBytes > 0)
            caches.emplace(roof.memory()->capacityBytes, roof.memory());
    }
    std::vector<MemoryLevelRoof> levels;
    for (const auto &[capacity, limit] : caches) {
        const std::optional<std::size_t> slope = slopeOf(peaks, limit->level);
        const bool isNew = slope && std::ranges::find(levels, *slope, &MemoryLevelRoof::roof) == levels.end();
        if (isNew)
            levels.push_back(
                { *slope, capacity, limit->instances, readRoof(peaks, limit->level), writeRoof(peaks, limit->level) });
    }
    if (const std::optional<std::size_t> memory = slopeOf(peaks, MemoryLevel::Dram))
        levels.push_back({ *memory, 0, 1, readRoof(peaks, MemoryLevel::Dram), writeRoof(peaks, MemoryLevel::Dram) });
    return levels;
}

double bytesBeyond(const MemoryLevelRoof &cache, const MemoryReuse &reuse, bool readByAllThreads)
{
    const auto bytes = static_cast<double>(reuse.bytes);
    const auto distance = static_cast<double>(reuse.distanceBytes);
    const bool inEach = readByAllThreads && reuse.constant && cache.instances > 1;
    const double capacity = usableCapacity * static_cast<double>(cache.capacityBytes) / (inEach ? cache.instances : 1);
    return distance > capacity ? bytes * (1 - capacity / distance) : 0;
}

std::optional<MemoryTime> memoryTime(const DeviceRoofs &peaks, std::span<const MemoryLevelRoof> levels,
                                     std::span<const MemoryReuse> traffic, bool readByAllThreads)
{
    std::optional<MemoryTime> longest;
    const auto add = [&longest](std::size_t slope, std::size_t roof, double bytes, double bytesPerSecond) {
        const MemoryTime time { roof, slope, bytes / bytesPerSecond * nsPerSecond, bytes };
        if (bytes > 0 && (!longest || time.nanoseconds > longest->nanoseconds))
            longest = time;
    };
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const MemoryLevelRoof &level = levels[i];
        double read = 0;
        double written = 0;
        for (const MemoryReuse &reuse : traffic) {
            (reuse.written ? written : read) +=
                i == 0 ? static_cast<double>(reuse.bytes) : bytesBeyond(levels[i - 1], reuse, readByAllThreads);
        }
        add(level.roof, level.roof, read + written, peaks.roofs[level.roof].value);
        if (level.reads)
            add(level.roof, level.reads->roof, read, level.reads->bytesPerSecond);
        if (level.writes)
            add(level.roof, level.writes->roof, written, level.writes->bytesPerSecond);
    }
    return longest;
}

} // namespace rooflight
