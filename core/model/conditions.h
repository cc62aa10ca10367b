// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// What can hold a device's clock down.
enum class ThrottleReason {
    PowerCap,
    Heat,
    Hardware, ///< the board itself: a power brake, a broken supply
};

template<>
inline constexpr auto enumNames<ThrottleReason> = EnumNames<ThrottleReason, 3> { {
    { ThrottleReason::PowerCap, "power_cap" },
    { ThrottleReason::Heat, "heat" },
    { ThrottleReason::Hardware, "hardware" },
} };

/// Range of the readings of one figure.
struct ConditionRange {
    double least = 0;
    double median = 0;
    double greatest = 0;

    bool operator==(const ConditionRange &) const = default;
};

/// State of a device while something was measured on it. A figure is absent if the device does not report it.
struct Conditions {
    std::int64_t readings = 0;
    std::optional<ConditionRange> clockHz; ///< of a GPU's multiprocessors, of the CPU that runs fastest
    std::optional<ConditionRange> memoryClockHz;
    std::optional<ConditionRange> powerWatts;
    std::optional<ConditionRange> temperatureCelsius;
    std::vector<OpenEnum<ThrottleReason>> throttleReasons; ///< those that were met
    std::optional<double> stolenShare; ///< of the time of all CPUs, that the host gave to others; absent: hardly any
    std::optional<double> throttledShare; ///< of it, that a quota held CPUs back; absent: none

    bool operator==(const Conditions &) const = default;
};

} // namespace rooflight
