// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/record/sample_fields.h"
#include "core/results/latency/latency.h"

namespace rooflight {

void fields(auto &archive, Is<ModelLatency> auto &latency)
{
    archive("method", latency.method);
    archive("device", latency.device);
    fields(archive, latency.execution);
    archive("batch", latency.batch);
    archive("block", latency.block);
    archive("warmup_end", latency.warmupEnd);
    archive("end", latency.end);
    samplesWithThroughput(archive, latency);
    archive("conditions", latency.conditions);
    archive("batch_source", latency.batchSource);
    composedTextFields(archive, "batch_reason", "batch_reason_parts", latency.batchReason);
    archive.unlessEmpty("allocated_bytes", latency.allocatedBytes);
    archive.unlessEmpty("reserved_bytes", latency.reservedBytes);
    archive.unlessEmpty("energy", latency.energy);
    if (latency.energy)
        archive.derived("joules_per_item",
                        [&] { return joulesPerItem(latency.energy, latency.batch, latency.batchSource); });
}

} // namespace rooflight
