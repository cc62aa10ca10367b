// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const Roof &roof)
{
    json = {
        { "kind", name(roof.kind) },
        { "name", roof.name },
        { "precision", roof.precision },
        { "unit", roof.unit },
        { "level", roof.level },
        { "pattern", roof.pattern },
        { "capacity_bytes", roof.capacityBytes },
        { "value", roof.value },
        { "value_unit", roof.valueUnit() },
        { "interval", roof.interval },
        { "theoretical", orNull(roof.theoretical) },
        { "theoretical_source", roof.theoreticalSource },
        { "clock_hz", orNull(roof.clockHz) },
        { "per_cycle", orNull(roof.perCycle) },
        { "power_watts", orNull(roof.powerWatts) },
        { "temperature_celsius", orNull(roof.temperatureCelsius) },
        { "instructions", roof.instructions },
        { "data", roof.data },
        { "threads", roof.threads },
        { "sustained", roof.sustained },
        { "flags", roof.flags },
        { "samples", roof.samples },
    };
}

static void from_json(const InJson &json, Roof &roof)
{
    readName(json, "kind", roof.kind, roofKindFromName);
    read(json, "name", roof.name);
    read(json, "precision", roof.precision);
    read(json, "unit", roof.unit);
    read(json, "level", roof.level);
    read(json, "pattern", roof.pattern);
    read(json, "capacity_bytes", roof.capacityBytes);
    read(json, "value", roof.value);
    read(json, "interval", roof.interval);
    read(json, "theoretical", roof.theoretical);
    read(json, "theoretical_source", roof.theoreticalSource);
    read(json, "clock_hz", roof.clockHz);
    read(json, "per_cycle", roof.perCycle);
    read(json, "power_watts", roof.powerWatts);
    read(json, "temperature_celsius", roof.temperatureCelsius);
    read(json, "instructions", roof.instructions);
    read(json, "data", roof.data);
    read(json, "threads", roof.threads);
    read(json, "sustained", roof.sustained);
    read(json, "flags", roof.flags);
    read(json, "samples", roof.samples);
}

/// A kind that this version does not know must not pass for one that it does.
static bool hasKnownKind(const InJson &roof)
{
    std::string kind(name(RoofKind::Compute));
    read(roof, "kind", kind);
    return name(roofKindFromName(kind)) == kind;
}

static void readRoofs(const InJson &json, std::vector<Roof> &roofs)
{
    requireList(json);
    for (const InJson &element : json) {
        requireObject(element);
        if (hasKnownKind(element))
            from_json(element, roofs.emplace_back());
    }
}

void to_json(OutJson &json, const Peaks &peaks)
{
    json["device"] = peaks.device;
    json["clock_policy"] = peaks.clockPolicy;
    json["measured_at"] = peaks.measuredAt;
    json["program"] = peaks.program;
    json["effort"] = peaks.effort;
    json["cached"] = peaks.cached;
    json["roofs"] = peaks.roofs;
}

void from_json(const InJson &json, Peaks &peaks)
{
    read(json, "device", peaks.device);
    read(json, "clock_policy", peaks.clockPolicy);
    read(json, "measured_at", peaks.measuredAt);
    read(json, "program", peaks.program);
    read(json, "effort", peaks.effort);
    read(json, "cached", peaks.cached);
    const auto roofs = json.find("roofs");
    if (roofs == json.end())
        return;
    try {
        readRoofs(*roofs, peaks.roofs);
    } catch (const FormatError &error) {
        throw error.below("roofs");
    }
}

} // namespace ridgepoint
