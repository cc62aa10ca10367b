// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/roofs/roofs.h"
#include "core/roofline/judging_roofs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// What memory moves in a second at one footprint.
struct Bandwidth {
    double bytesPerSecond = 0;
    std::array<double, 2> interval = { 0, 0 };

    bool operator==(const Bandwidth &) const = default;
};

/// The curve at a footprint. More memory never goes through faster than less does, so that a measured point counts as
/// at least the highest of those beyond it. Between two points the bandwidth is interpolated linearly in the logarithm
/// of the footprint; where in between it falls is not known, so that its interval is from the lower end of the point
/// beyond to the upper end of the one before. Below the first point and beyond the last it is that point's. `nullopt`
/// for a curve without points, and for one whose footprints do not ascend or whose numbers are not positive.
[[nodiscard]] std::optional<Bandwidth> bandwidthAt(const BandwidthCurve &curve, double footprintBytes);

/// The curves of patterns that this version knows and whose points are sound, the first of each pattern: at most one a
/// pattern, however many a file holds. Each point is raised to the highest of those beyond it, as in bandwidthAt().
[[nodiscard]] std::vector<BandwidthCurve> soundCurves(const DeviceRoofs &peaks);

/// What limits traffic: all of it together, or what goes in one direction.
enum class TrafficWay { Both, Reads, Writes };

/// Shortest time that the curves allow for some traffic.
struct FootprintTime {
    double nanoseconds = 0;
    double atUpperEndsNs = 0; ///< were each bandwidth at the upper end of its interval
    double bytes = 0; ///< that go the way that limits
    TrafficWay way = TrafficWay::Both;
    std::int64_t footprintBytes = 0; ///< of the part that takes longest; at most the largest that was measured
    Bandwidth bandwidth = {}; ///< there
};

/// The curves of a device, which judge memory traffic if reads, writes and updates were measured, else nothing shows
/// that one of them is not faster; and if they reach beyond the caches, else they say nothing about memory.
class FootprintRoofs
{
public:
    explicit FootprintRoofs(const DeviceRoofs &peaks);

    /// The highest that any of the curves shows of the bytes that go this way: an update reads half of its bytes, a
    /// triad two thirds. `nullopt` if the curves do not judge.
    [[nodiscard]] std::optional<Bandwidth> at(TrafficWay way, double footprintBytes) const;

    /// The footprint of each part of the traffic is what is touched until it is touched again
    /// (MemoryReuse::distanceBytes), as in the loops that measured the curves. Parts take their times one after the
    /// other; reads and writes overlap, but neither is faster than alone, nor both than all that memory moves.
    /// `nullopt` if the curves do not judge, and without traffic.
    [[nodiscard]] std::optional<FootprintTime> timeOf(std::span<const MemoryReuse> traffic) const;

    /// The largest that was measured; 0 if the curves do not judge.
    [[nodiscard]] std::int64_t largestFootprint() const { return m_largest; }

private:
    [[nodiscard]] bool has(CurvePattern pattern) const;
    [[nodiscard]] std::optional<FootprintTime> timeOf(std::span<const MemoryReuse> traffic, TrafficWay way) const;

    std::vector<BandwidthCurve> m_curves; ///< soundCurves(); empty if they do not judge
    std::int64_t m_largest = 0;
};

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

/// Whether one of them is a cache. Without, all traffic counts as main memory's, and a run may be faster than its roofs
/// say: few data sheets state the bandwidth of a cache.
[[nodiscard]] bool knowsCaches(const DeviceRoofs &peaks);

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
