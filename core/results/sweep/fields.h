// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/sample_fields.h"
#include "core/results/analysis/fields.h"
#include "core/results/sweep/sweep.h"

namespace rooflight {

void fields(auto &archive, Is<BatchPoint> auto &point)
{
    archive("batch", point.batch);
    archive("outcome", point.outcome);
    composedTextFields(archive, "reason", "reason_parts", point.reason);
    archive("times_lost", point.timesLost);
    archive("probe_ns", point.probeNs);
    archive("peak_bytes", point.peakBytes);
    samplesWithThroughput(archive, point);
    archive("flops", point.flops);
    archive("bytes", point.bytes);
    archive("allocated_bytes", point.allocatedBytes);
    archive("reserved_bytes", point.reservedBytes);
    archive("conditions", point.conditions);
}

void fields(auto &archive, Is<SizeAxis> auto &axis)
{
    archive("name", axis.name);
    archive("values", axis.values);
}

void fields(auto &archive, Is<SweptLayer> auto &layer)
{
    archive("id", layer.id);
    archive("parent", layer.parent);
    archive("path", layer.path);
    archive("type", layer.type);
    archive("call", layer.call);
    archive("leaf", layer.leaf);
    archive("family", layer.family);
}

void fields(auto &archive, Is<LayerAtSize> auto &layer)
{
    archive("id", layer.id);
    fields(archive, layer.cost);
    archive.orNull(layer.medianNs > 0, "median_ns", layer.medianNs);
}

/// Sizes by the names of their axes, as one object.
template<typename Sizes> struct NamedSizes {
    Sizes &sizes;
};

template<typename Sizes> void fields(auto &archive, const NamedSizes<Sizes> &named)
{
    archive.members(named.sizes);
}

void fields(auto &archive, Is<SizePoint> auto &point)
{
    NamedSizes<std::remove_reference_t<decltype((point.sizes))>> sizes { point.sizes };
    archive("sizes", sizes);
    fields(archive, point.cost);
    archive.amount("bytes_lower_bound", point.bytesLowerBound);
    archive("measured", point.measured);
    composedTextFields(archive, "reason", "reason_parts", point.reason);
    archive.unlessEmpty("times_lost", point.timesLost);
    archive.derived("median_ns", [&point] {
        const Summary &summary = point.samples.summary;
        return summary.count > 0 ? std::optional(summary.medianNs) : std::nullopt;
    });
    archive.unlessEmpty("timing", point.samples);
    archive("layers", point.layers);
}

/// Every layer of a size is one of the sweep's. Throws FormatError.
void requireSound(const BatchSweep &sweep);

void fields(auto &archive, Is<BatchSweep> auto &sweep)
{
    archive("device", sweep.device);
    fields(archive, sweep.execution);
    archive("model", sweep.model);
    archive("inputs", sweep.inputs);
    archive("search", sweep.search);
    archive("maximum_batch", sweep.maximumBatch);
    archive("memory_limit_bytes", sweep.memoryLimitBytes);
    archive("margin", sweep.margin);
    archive("batches", sweep.points);
    archive("largest", sweep.largest);
    archive("best", sweep.best);
    archive("knee", sweep.knee);
    archive("recommended", sweep.recommended);
    archive("confirmed", sweep.confirmed);
    archive("end", sweep.end);
    archive("step", sweep.step);
    archive("longest_call_seconds", sweep.longestCallSeconds);
    archive("batch_source", sweep.batchSource);
    composedTextFields(archive, "batch_reason", "batch_reason_parts", sweep.batchReason);
    archive.unlessEmpty("axes", sweep.axes);
    archive.unlessEmpty("measured_at", sweep.measuredAt);
    archive.unlessEmpty("predicted", sweep.predicted);
    archive.unlessEmpty("swept_layers", sweep.layers);
    archive.unlessEmpty("points", sweep.sizes);
    archive.unlessEmpty("smallest_allowed", sweep.smallestAllowed);
    archive.unlessEmpty("largest_allowed", sweep.largestAllowed);
}

} // namespace rooflight
