// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

enum class RoofKind { Compute, Memory, Launch };

/// "compute", "memory" or "launch".
[[nodiscard]] std::string_view name(RoofKind kind);
[[nodiscard]] RoofKind roofKindFromName(std::string_view text);

/// One measured limit of a device.
struct Roof {
    RoofKind kind = RoofKind::Compute;
    std::string name; ///< for people, for example "DRAM triad"
    std::string precision; ///< of a compute roof: "fp32", ...
    std::string unit; ///< of a compute roof: "vector", "tensor", ...
    std::string level; ///< of a memory roof: "dram", "l3", ...
    std::string pattern; ///< of a memory roof: "read", "write", "copy", "triad"
    std::int64_t capacityBytes = 0; ///< of a cache: what it holds for all threads together; 0: no limit is known
    double value = 0; ///< FLOP/s, B/s, or s for a launch floor
    std::array<double, 2> interval = { 0, 0 }; ///< 95 % interval of value
    std::optional<double> theoretical; ///< same unit as value; absent where it is not known
    std::string theoreticalSource; ///< where that comes from: a publication, or the arithmetic behind it
    std::optional<double> clockHz; ///< held while this was measured
    std::optional<double> perCycle; ///< value / clock, of one core
    std::optional<double> powerWatts; ///< greatest while this was measured
    std::optional<double> temperatureCelsius; ///< greatest while this was measured
    std::string instructions; ///< instruction set that was used, for example "AVX3_ZEN4"
    std::string data; ///< what the operands held, for example "normal random numbers"
    int threads = 0;
    bool sustained = false; ///< held for a long time rather than reached in a burst
    std::vector<std::string> flags; ///< what makes the value doubtful: "few_samples", "unsteady", ...
    std::vector<double> samples; ///< every repeat, in the unit of value

    /// "FLOP/s", "B/s" or "s".
    [[nodiscard]] std::string_view valueUnit() const;

    bool operator==(const Roof &) const = default;
};

/// All roofs of one device.
struct Peaks {
    Device device;
    std::vector<Roof> roofs;
    std::string clockPolicy; ///< what decided on the device's clock; empty where nothing tells
    std::string measuredAt; ///< UTC, ISO 8601
    std::string program; ///< version that measured it
    std::string effort; ///< "quick", "normal" or "thorough"
    bool cached = false; ///< read from the cache rather than measured now
    bool theoretical = false; ///< from a data sheet, of a device that nothing was measured on; never in a record

    bool operator==(const Peaks &) const = default;
};

} // namespace ridgepoint
