// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const BatchPoint &point)
{
    json["batch"] = point.batch;
    json["outcome"] = name(point.outcome);
    json["reason"] = point.reason;
    json["times_lost"] = point.timesLost;
    json["probe_ns"] = point.probeNs;
    json["peak_bytes"] = point.peakBytes;
    append(json, point.samples);
    json["statistics"]["throughput_per_second"] = point.throughputPerSecond;
    json["flops"] = point.flops;
    json["bytes"] = point.bytes;
    json["allocated_bytes"] = orNull(point.allocatedBytes);
    json["reserved_bytes"] = orNull(point.reservedBytes);
    json["conditions"] = orNull(point.conditions);
}

static void from_json(const InJson &json, BatchPoint &point)
{
    read(json, "batch", point.batch);
    readChoice(json, "outcome", point.outcome, batchOutcomeFromName);
    read(json, "reason", point.reason);
    read(json, "times_lost", point.timesLost);
    read(json, "probe_ns", point.probeNs);
    read(json, "peak_bytes", point.peakBytes);
    from_json(json, point.samples);
    if (const auto statistics = json.find("statistics"); statistics != json.end())
        read(*statistics, "throughput_per_second", point.throughputPerSecond);
    read(json, "flops", point.flops);
    read(json, "bytes", point.bytes);
    read(json, "allocated_bytes", point.allocatedBytes);
    read(json, "reserved_bytes", point.reservedBytes);
    read(json, "conditions", point.conditions);
}

void to_json(OutJson &json, const BatchSweep &sweep)
{
    json["device"] = sweep.device;
    append(json, sweep.execution);
    json["model"] = sweep.model;
    json["inputs"] = sweep.inputs;
    json["search"] = name(sweep.search);
    json["maximum_batch"] = sweep.maximumBatch;
    json["memory_limit_bytes"] = sweep.memoryLimitBytes;
    json["margin"] = sweep.margin;
    json["batches"] = sweep.points;
    json["largest"] = sweep.largest;
    json["best"] = sweep.best;
    json["knee"] = sweep.knee;
    json["recommended"] = sweep.recommended;
    json["confirmed"] = sweep.confirmed;
    json["end"] = sweep.end;
}

void from_json(const InJson &json, BatchSweep &sweep)
{
    read(json, "device", sweep.device);
    from_json(json, sweep.execution);
    read(json, "model", sweep.model);
    read(json, "inputs", sweep.inputs);
    readChoice(json, "search", sweep.search, batchSearchFromName);
    read(json, "maximum_batch", sweep.maximumBatch);
    read(json, "memory_limit_bytes", sweep.memoryLimitBytes);
    read(json, "margin", sweep.margin);
    read(json, "batches", sweep.points);
    read(json, "largest", sweep.largest);
    read(json, "best", sweep.best);
    read(json, "knee", sweep.knee);
    read(json, "recommended", sweep.recommended);
    read(json, "confirmed", sweep.confirmed);
    read(json, "end", sweep.end);
}

} // namespace ridgepoint
