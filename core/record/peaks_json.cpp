// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

// The keys of all kinds stand in every roof: those of other kinds than its own are empty, 0 or false.

template<typename Limit> static Limit limitOrEmpty(const Roof &roof)
{
    const auto *limit = std::get_if<Limit>(&roof.limit);
    return limit ? *limit : Limit();
}

static void to_json(OutJson &json, const Roof &roof)
{
    const auto compute = limitOrEmpty<ComputeLimit>(roof);
    const auto memory = limitOrEmpty<MemoryLimit>(roof);
    json = {
        { "kind", name(roof.kind()) },
        { "name", roof.name },
        { "precision", compute.precision.name() },
        { "unit", compute.unit.name() },
        { "level", memory.level.name() },
        { "pattern", roof.launch() ? roof.launch()->pattern.name() : memory.pattern.name() },
        { "capacity_bytes", memory.capacityBytes },
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
        { "sustained", compute.sustained },
        { "flags", roof.flags },
        { "samples", roof.samples },
    };
}

/// Absent for a kind that this version does not know: it must not pass for one that it does.
static std::optional<RoofKind> readKind(const InJson &json)
{
    std::string kind(name(RoofKind::Compute));
    read(json, "kind", kind);
    return valueIn(roofKindNames, kind);
}

template<typename Enum> static void readOpen(const InJson &json, const char *key, OpenEnum<Enum> &value)
{
    std::string text;
    read(json, key, text);
    value = OpenEnum<Enum>(text);
}

static void readLimit(const InJson &json, ComputeLimit &limit)
{
    readOpen(json, "precision", limit.precision);
    readOpen(json, "unit", limit.unit);
    read(json, "sustained", limit.sustained);
}

static void readLimit(const InJson &json, MemoryLimit &limit)
{
    readOpen(json, "level", limit.level);
    readOpen(json, "pattern", limit.pattern);
    read(json, "capacity_bytes", limit.capacityBytes);
}

static void readLimit(const InJson &json, LaunchLimit &limit)
{
    readOpen(json, "pattern", limit.pattern);
}

static void readRoof(const InJson &json, RoofKind kind, Roof &roof)
{
    if (kind == RoofKind::Memory)
        roof.limit = MemoryLimit();
    else if (kind == RoofKind::Launch)
        roof.limit = LaunchLimit();
    std::visit([&json](auto &limit) { readLimit(json, limit); }, roof.limit);
    read(json, "name", roof.name);
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
    read(json, "flags", roof.flags);
    read(json, "samples", roof.samples);
}

static void readRoofs(const InJson &json, std::vector<Roof> &roofs)
{
    requireList(json);
    for (const InJson &element : json) {
        requireObject(element);
        if (const std::optional<RoofKind> kind = readKind(element))
            readRoof(element, *kind, roofs.emplace_back());
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
