// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/footprint_roofs.h"

#include "core/base/clock.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>

namespace rooflight {

namespace {

/// Of two footprints a doubling there are 126 up to the largest number of bytes.
constexpr std::size_t mostPoints = 1000;

bool isSound(const std::vector<CurvePoint> &points)
{
    return points.size() <= mostPoints && std::ranges::all_of(points, isSoundPoint)
        && std::ranges::adjacent_find(points, std::ranges::greater_equal(), &CurvePoint::bytes) == points.end();
}

/// Each point raised to the highest of those beyond it; none of a curve that is not sound.
std::vector<CurvePoint> raisedPoints(const BandwidthCurve &curve)
{
    std::vector<CurvePoint> points = curve.points;
    if (!isSound(points))
        return {};
    for (std::size_t i = points.size(); i-- > 1;) {
        const CurvePoint &beyond = points[i];
        CurvePoint &point = points[i - 1];
        point.bytesPerSecond = std::max(point.bytesPerSecond, beyond.bytesPerSecond);
        for (std::size_t end = 0; end < 2; ++end)
            point.interval[end] = std::max(point.interval[end], beyond.interval[end]);
    }
    return points;
}

/// There are raised points.
Bandwidth interpolated(const std::vector<CurvePoint> &points, double footprintBytes)
{
    const auto bytesOf = [](const CurvePoint &point) { return static_cast<double>(point.bytes); };
    const auto beyond = std::ranges::lower_bound(points, footprintBytes, {}, bytesOf);
    if (beyond == points.end())
        return { points.back().bytesPerSecond, points.back().interval };
    if (beyond == points.begin() || bytesOf(*beyond) == footprintBytes)
        return { beyond->bytesPerSecond, beyond->interval };
    const CurvePoint &before = *(beyond - 1);
    const double share = std::log(footprintBytes / bytesOf(before)) / std::log(bytesOf(*beyond) / bytesOf(before));
    return { std::lerp(before.bytesPerSecond, beyond->bytesPerSecond, share),
             { beyond->interval[0], before.interval[1] } };
}

/// Of the bytes that a pattern counts, those that it reads.
double readPart(CurvePattern pattern)
{
    switch (pattern) {
    case CurvePattern::Read:
        return 1;
    case CurvePattern::Write:
        return 0;
    case CurvePattern::Update:
        return 1.0 / 2;
    case CurvePattern::Triad:
        return 2.0 / 3;
    }
    return 0;
}

double wayShare(CurvePattern pattern, TrafficWay way)
{
    if (way == TrafficWay::Both)
        return 1;
    return way == TrafficWay::Reads ? readPart(pattern) : 1 - readPart(pattern);
}

/// A loop over half as much again as a cache holds finds little of it there.
constexpr double beyondCaches = 1.5;

/// Of all that have a roof, in bytes; 0 without any.
double largestCacheOf(const DeviceRoofs &peaks)
{
    std::int64_t largest = 0;
    for (const Roof &roof : peaks.roofs)
        largest = std::max(largest, roof.memory() ? roof.memory()->capacityBytes : 0);
    return static_cast<double>(largest);
}

bool goes(const MemoryReuse &reuse, TrafficWay way)
{
    return reuse.bytes > 0 && (way == TrafficWay::Both || reuse.written == (way == TrafficWay::Writes));
}

} // namespace

std::optional<Bandwidth> bandwidthAt(const BandwidthCurve &curve, double footprintBytes)
{
    const std::vector<CurvePoint> points = raisedPoints(curve);
    return points.empty() ? std::nullopt : std::optional(interpolated(points, footprintBytes));
}

std::vector<BandwidthCurve> soundCurves(const DeviceRoofs &peaks)
{
    std::vector<BandwidthCurve> sound;
    for (const BandwidthCurve &curve : peaks.curves) {
        if (!curve.pattern.value() || std::ranges::find(sound, curve.pattern, &BandwidthCurve::pattern) != sound.end())
            continue;
        std::vector<CurvePoint> points = raisedPoints(curve);
        if (!points.empty())
            sound.push_back({ curve.pattern, std::move(points) });
    }
    return sound;
}

FootprintRoofs::FootprintRoofs(const DeviceRoofs &peaks)
    : m_curves(soundCurves(peaks))
{
    for (const BandwidthCurve &curve : m_curves)
        m_largest = std::max(m_largest, curve.points.back().bytes);
    const bool isBeyondCaches = static_cast<double>(m_largest) >= beyondCaches * largestCacheOf(peaks);
    if (isBeyondCaches && has(CurvePattern::Read) && has(CurvePattern::Write) && has(CurvePattern::Update))
        return;
    m_curves.clear();
    m_largest = 0;
}

bool FootprintRoofs::has(CurvePattern pattern) const
{
    return std::ranges::find(m_curves, pattern, &BandwidthCurve::pattern) != m_curves.end();
}

std::optional<Bandwidth> FootprintRoofs::at(TrafficWay way, double footprintBytes) const
{
    std::optional<Bandwidth> highest;
    for (const BandwidthCurve &curve : m_curves) {
        const double share = wayShare(*curve.pattern.value(), way);
        const Bandwidth bandwidth = interpolated(curve.points, footprintBytes);
        if (!highest)
            highest.emplace();
        highest->bytesPerSecond = std::max(highest->bytesPerSecond, share * bandwidth.bytesPerSecond);
        for (std::size_t end = 0; end < 2; ++end)
            highest->interval[end] = std::max(highest->interval[end], share * bandwidth.interval[end]);
    }
    return highest;
}

/// Nothing where nothing goes this way.
std::optional<FootprintTime> FootprintRoofs::timeOf(std::span<const MemoryReuse> traffic, TrafficWay way) const
{
    FootprintTime time { .way = way };
    double longestNs = 0;
    for (const MemoryReuse &reuse : traffic) {
        if (!goes(reuse, way))
            continue;
        const std::int64_t footprint = std::min(reuse.distanceBytes, m_largest);
        const Bandwidth bandwidth = *at(way, static_cast<double>(footprint));
        const auto bytes = static_cast<double>(reuse.bytes);
        const double nanoseconds = bytes / bandwidth.bytesPerSecond * nsPerSecond;
        time.bytes += bytes;
        time.nanoseconds += nanoseconds;
        time.atUpperEndsNs += bytes / bandwidth.interval[1] * nsPerSecond;
        if (nanoseconds > longestNs) {
            longestNs = nanoseconds;
            time.footprintBytes = footprint;
            time.bandwidth = bandwidth;
        }
    }
    return time.bytes > 0 ? std::optional(time) : std::nullopt;
}

std::optional<FootprintTime> FootprintRoofs::timeOf(std::span<const MemoryReuse> traffic) const
{
    std::optional<FootprintTime> longest;
    if (m_curves.empty())
        return longest;
    for (const TrafficWay way : { TrafficWay::Both, TrafficWay::Reads, TrafficWay::Writes }) {
        const std::optional<FootprintTime> time = timeOf(traffic, way);
        if (time && (!longest || time->nanoseconds > longest->nanoseconds))
            longest = time;
    }
    return longest;
}

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

bool knowsCaches(const DeviceRoofs &peaks)
{
    return std::ranges::any_of(memoryLevels(peaks),
                               [](const MemoryLevelRoof &level) { return level.capacityBytes > 0; });
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
