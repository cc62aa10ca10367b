// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const LatencyVariant &variant)
{
    json["model"] = variant.model;
    append(json, variant.execution);
    json["block"] = variant.block;
    json["ratio"] = variant.ratio;
    json["ratio_interval"] = variant.ratioInterval;
    json["verdict"] = variant.verdict;
    append(json, variant.samples);
}

static void from_json(const InJson &json, LatencyVariant &variant)
{
    read(json, "model", variant.model);
    from_json(json, variant.execution);
    read(json, "block", variant.block);
    read(json, "ratio", variant.ratio);
    read(json, "ratio_interval", variant.ratioInterval);
    read(json, "verdict", variant.verdict);
    from_json(json, variant.samples);
}

void to_json(OutJson &json, const InterleavedLatency &interleaved)
{
    json["device"] = interleaved.device;
    json["batch"] = interleaved.batch;
    json["variants"] = interleaved.variants;
    json["partial"] = interleaved.partial;
    json["conditions"] = orNull(interleaved.conditions);
}

void from_json(const InJson &json, InterleavedLatency &interleaved)
{
    read(json, "device", interleaved.device);
    read(json, "batch", interleaved.batch);
    read(json, "variants", interleaved.variants);
    read(json, "partial", interleaved.partial);
    read(json, "conditions", interleaved.conditions);
}

} // namespace ridgepoint
