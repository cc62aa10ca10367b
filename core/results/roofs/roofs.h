// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/device.h"
#include "core/results/result_traits.h"
#include "core/results/roofs/roof_terms.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rooflight {

/// What a compute roof limits.
struct ComputeLimit {
    OpenEnum<Precision> precision;
    OpenEnum<ArithmeticUnit> unit;
    bool sustained = false; ///< held for a long time rather than reached in a burst

    static constexpr std::string_view valueUnit = "FLOP/s"; ///< a multiply-add is two
    bool operator==(const ComputeLimit &) const = default;
};

/// What a memory roof limits.
struct MemoryLimit {
    OpenEnum<MemoryLevel> level;
    OpenEnum<MemoryPattern> pattern;
    std::int64_t capacityBytes = 0; ///< of a cache: what it holds for all threads together; 0: no limit is known
    int instances = 1; ///< caches that capacityBytes adds up; data that every thread reads lies in each of them

    static constexpr std::string_view valueUnit = "B/s";
    bool operator==(const MemoryLimit &) const = default;
};

/// What a launch overhead is the time of.
struct LaunchLimit {
    OpenEnum<LaunchPattern> pattern;

    static constexpr std::string_view valueUnit = "s";
    bool operator==(const LaunchLimit &) const = default;
};

/// One measured limit of a device.
struct Roof {
    std::variant<ComputeLimit, MemoryLimit, LaunchLimit> limit; ///< in the order of RoofKind
    std::string name; ///< for people, for example "DRAM triad"
    TextParts nameParts; ///< of the name; empty in files of earlier versions
    double value = 0; ///< in valueUnit(), as interval, theoretical and samples
    std::array<double, 2> interval = { 0, 0 }; ///< 95 % interval of value
    std::optional<double> theoretical; ///< absent if it is not known
    std::string theoreticalSource; ///< where that comes from: a publication, or the arithmetic behind it
    std::optional<double> clockHz; ///< held while this was measured
    std::optional<double> perCycle; ///< value / clock, of one core
    std::optional<double> powerWatts; ///< highest while this was measured
    std::optional<double> temperatureCelsius; ///< highest while this was measured
    std::string instructions; ///< instruction set that was used, for example "AVX3_ZEN4"
    std::string data; ///< what the operands held, for example "normal random numbers"
    int threads = 0;
    std::vector<std::string> flags; ///< what makes the value doubtful: "few_samples", "unsteady", ...
    std::vector<double> samples; ///< every repetition

    void setName(ComposedText title);
    /// "FP32 FMA (vector)".
    void setName(ComposedText title, ComposedText note);

    [[nodiscard]] RoofKind kind() const { return static_cast<RoofKind>(limit.index()); }
    /// Null for a roof of another kind.
    [[nodiscard]] const ComputeLimit *compute() const { return std::get_if<ComputeLimit>(&limit); }
    [[nodiscard]] const MemoryLimit *memory() const { return std::get_if<MemoryLimit>(&limit); }
    [[nodiscard]] const LaunchLimit *launch() const { return std::get_if<LaunchLimit>(&limit); }

    /// "FLOP/s", "B/s" or "s".
    [[nodiscard]] std::string_view valueUnit() const;
    [[nodiscard]] bool isSustained() const { return compute() && compute()->sustained; }
    [[nodiscard]] bool hasFlag(std::string_view flag) const;

    bool operator==(const Roof &) const = default;
};

/// What all threads together move while they go through a footprint again and again.
struct CurvePoint {
    std::int64_t bytes = 0; ///< the footprint: distinct memory of all threads
    double bytesPerSecond = 0;
    std::array<double, 2> interval = { 0, 0 }; ///< 95 % interval of bytesPerSecond

    bool operator==(const CurvePoint &) const = default;
};

/// Positive numbers, and an interval that holds the bandwidth.
[[nodiscard]] bool isSoundPoint(const CurvePoint &point);

/// Bandwidth against footprint, from the smallest cache to main memory.
struct BandwidthCurve {
    OpenEnum<CurvePattern> pattern;
    std::vector<CurvePoint> points; ///< as measured; footprints ascend

    bool operator==(const BandwidthCurve &) const = default;
};

/// All roofs of one device.
struct DeviceRoofs {
    Device device;
    std::vector<Roof> roofs;
    std::string clockPolicy; ///< what decided on the device's clock; empty if nothing says so
    std::string measuredAt; ///< UTC, ISO 8601
    std::string program; ///< version that measured it
    std::string effort; ///< "quick", "normal" or "thorough"
    bool cached = false; ///< read from the cache rather than measured now
    bool theoretical = false; ///< from a data sheet, of a device that nothing was measured on; never in a record
    std::vector<BandwidthCurve> curves = {}; ///< of the device's threads; empty if they were not measured

    bool operator==(const DeviceRoofs &) const = default;
};

template<> struct ResultTraits<DeviceRoofs> {
    static constexpr std::string_view record = "peaks";
    static constexpr RequestKind request = RequestKind::Peaks;
    // What is measured stands under them.
    static constexpr EnumSet<RequestKind> others = { RequestKind::Report, RequestKind::Import };
    static constexpr ResultOf of = ResultOf::Device;
};

/// No data sheet says what a call costs: \p there with the launch overheads of \p here, unless it has some of its own.
/// The same host calls the operators of both devices.
void addLaunchesOf(const DeviceRoofs &here, DeviceRoofs &there);

} // namespace rooflight
