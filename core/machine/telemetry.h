// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>

namespace rooflight {

/// Readings of a device at one moment; a figure is absent if the device does not report it.
struct Telemetry {
    std::optional<double> clockHz;
    std::optional<double> memoryClockHz;
    std::optional<double> powerWatts;
    std::optional<double> temperatureCelsius;
    std::optional<double> busyShare; ///< of the last moments in which a kernel ran, 0..1
    bool powerCapped = false;
    bool thermalSlowdown = false;
    bool hardwareSlowdown = false;

    bool operator==(const Telemetry &) const = default;
};

} // namespace rooflight
