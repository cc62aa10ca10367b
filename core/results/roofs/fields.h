// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/results/roofs/roofs.h"

#include <tuple>

namespace rooflight {

/// A roof as it is written: with the keys of all kinds. Those of other kinds than its own are empty, 0 or false.
struct StoredRoof {
    std::string kind = "compute";
    std::string precision;
    std::string unit;
    std::string level;
    std::string pattern;
    std::int64_t capacityBytes = 0;
    std::int64_t instances = 0; ///< of a cache; 0: not written, one
    bool sustained = false;
    Roof roof;
};

void fields(auto &archive, Is<StoredRoof> auto &stored)
{
    auto &roof = stored.roof;
    archive("kind", stored.kind);
    archive("name", roof.name);
    archive.unlessEmpty("name_parts", roof.nameParts);
    archive("precision", stored.precision);
    archive("unit", stored.unit);
    archive("level", stored.level);
    archive("pattern", stored.pattern);
    archive("capacity_bytes", stored.capacityBytes);
    archive.amountUnlessZero("instances", stored.instances);
    archive("value", roof.value);
    archive.derived("value_unit", [&roof] { return roof.valueUnit(); });
    archive("interval", roof.interval);
    archive("theoretical", roof.theoretical);
    archive("theoretical_source", roof.theoreticalSource);
    archive("clock_hz", roof.clockHz);
    archive("per_cycle", roof.perCycle);
    archive("power_watts", roof.powerWatts);
    archive("temperature_celsius", roof.temperatureCelsius);
    archive("instructions", roof.instructions);
    archive("data", roof.data);
    archive("threads", roof.threads);
    archive("sustained", stored.sustained);
    archive("flags", roof.flags);
    archive("samples", roof.samples);
}

/// Whether this can be a roof of a device: its value is finite and positive, no more than any machine reaches, and near
/// its interval and its samples.
[[nodiscard]] bool isSound(const Roof &roof);
[[nodiscard]] bool isSound(const BandwidthCurve &curve);

/// Each roof and each curve is sound. Throws FormatError.
void requireSound(const DeviceRoofs &roofs);

[[nodiscard]] StoredRoof stored(const Roof &roof);
/// Absent for a roof of a kind that this version does not know: it must not pass for one that it does.
[[nodiscard]] std::optional<Roof> restored(StoredRoof stored);

void fields(auto &archive, Is<BandwidthCurve> auto &curve)
{
    archive("pattern", curve.pattern);
    archive.each("points", curve.points, [](auto &point) {
        return std::tie(point.bytes, point.bytesPerSecond, point.interval[0], point.interval[1]);
    });
}

void fields(auto &archive, Is<DeviceRoofs> auto &peaks)
{
    archive("device", peaks.device);
    archive("clock_policy", peaks.clockPolicy);
    archive("measured_at", peaks.measuredAt);
    archive("program", peaks.program);
    archive("effort", peaks.effort);
    archive("cached", peaks.cached);
    archive.template converted<StoredRoof>("roofs", peaks.roofs);
    archive.unlessEmpty("curves", peaks.curves);
}

} // namespace rooflight
