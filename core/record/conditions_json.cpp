// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const ConditionRange &range)
{
    json = { { "min", range.least }, { "median", range.median }, { "max", range.greatest } };
}

static void from_json(const InJson &json, ConditionRange &range)
{
    read(json, "min", range.least);
    read(json, "median", range.median);
    read(json, "max", range.greatest);
}

void to_json(OutJson &json, const Conditions &conditions)
{
    json["readings"] = conditions.readings;
    json["clock_hz"] = orNull(conditions.clockHz);
    json["memory_clock_hz"] = orNull(conditions.memoryClockHz);
    json["power_watts"] = orNull(conditions.powerWatts);
    json["temperature_celsius"] = orNull(conditions.temperatureCelsius);
    json["throttle_reasons"] = conditions.throttleReasons;
}

void from_json(const InJson &json, Conditions &conditions)
{
    read(json, "readings", conditions.readings);
    read(json, "clock_hz", conditions.clockHz);
    read(json, "memory_clock_hz", conditions.memoryClockHz);
    read(json, "power_watts", conditions.powerWatts);
    read(json, "temperature_celsius", conditions.temperatureCelsius);
    read(json, "throttle_reasons", conditions.throttleReasons);
}

} // namespace ridgepoint
