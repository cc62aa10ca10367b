// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch_sweep.h"
#include "core/model/interleaved_latency.h"
#include "core/model/latency.h"
#include "core/model/method_comparison.h"
#include "core/model/pipeline.h"
#include "core/record/analysis_fields.h"
#include "core/record/common_fields.h"

namespace rooflight {

/// Charts and tables look stages up by their place: each mode holds all of them. Throws FormatError.
void requireSound(const PipelineLatency &pipeline);

/// The percentiles that there are, each with a key of its own.
void percentileFields(JsonWriter &archive, const std::vector<Percentile> &percentiles);
void percentileFields(MemberReader &archive, std::vector<Percentile> &percentiles);

/// Null where there are no samples: nothing but the count is known.
void fields(auto &archive, Is<Summary> auto &summary)
{
    archive("count", summary.count);
    const bool measured = summary.count > 0;
    archive.orNull(measured, "mean_ns", summary.meanNs);
    archive.orNull(measured, "std_ns", summary.stdNs);
    archive.orNull(measured, "cv", summary.cv);
    archive.orNull(measured, "min_ns", summary.minNs);
    archive.orNull(measured, "max_ns", summary.maxNs);
    archive.orNull(measured, "median_ns", summary.medianNs);
    percentileFields(archive, summary.percentiles);
    archive.orNull(measured, "iqr_ns", summary.iqrNs);
    archive.orNull(measured, "mad_ns", summary.madNs);
    archive.orNull(measured, "median_interval_ns", summary.medianIntervalNs);
    archive.unlessEmpty("mean_interval_ns", summary.meanIntervalNs);
    archive("outliers", summary.outliers);
}

/// A sample set; `statistics` is its summary, or the summary and more.
void sampleFields(auto &archive, Is<SampleSet> auto &samples, auto &statistics)
{
    archive("warmup_ns", samples.warmupNs);
    archive("samples_ns", samples.samplesNs);
    archive("statistics", statistics);
    archive("flags", samples.flags);
}

void fields(auto &archive, Is<SampleSet> auto &samples)
{
    sampleFields(archive, samples, samples.summary);
}

/// Items of a second when runs of the mean time follow one another.
inline std::optional<double> itemsPerSecond(const Summary &summary, std::int64_t batch)
{
    return summary.meanNs > 0 ? std::optional(static_cast<double>(batch) * 1e9 / summary.meanNs) : std::nullopt;
}

/// The summary of what `owner` holds samples of, with its throughput among the statistics.
template<typename Owner> struct ThroughputStatistics {
    Owner &owner;
};

/// FPS is what one run after the other gives, throughput what the clock on the wall saw.
template<typename Owner> void fields(auto &archive, const ThroughputStatistics<Owner> &statistics)
{
    const Summary &summary = statistics.owner.samples.summary;
    fields(archive, statistics.owner.samples.summary);
    archive.derived("fps", [&] { return itemsPerSecond(summary, statistics.owner.batch); });
    archive.orNull(summary.count > 0, "throughput_per_second", statistics.owner.throughputPerSecond);
}

/// A part of what was measured with so many items in each run.
template<typename Part> struct PartOfRuns {
    Part &part;
    std::int64_t batch;
};

/// How the elements of a list are written that are such parts.
inline auto partsOfRuns(std::int64_t batch)
{
    return [batch](auto &part) { return PartOfRuns<std::remove_reference_t<decltype(part)>> { part, batch }; };
}

/// No clock ran beside the samples: throughput is what their mean gives.
template<typename Part>
requires Is<Part, Summary>
void fields(auto &archive, const PartOfRuns<Part> &statistics)
{
    fields(archive, statistics.part);
    for (const char *key : { "fps", "throughput_per_second" })
        archive.derived(key, [&] { return itemsPerSecond(statistics.part, statistics.batch); });
}

template<typename Part>
requires Is<Part, SampleSet>
void fields(auto &archive, const PartOfRuns<Part> &samples)
{
    auto statistics = partsOfRuns(samples.batch)(samples.part.summary);
    sampleFields(archive, samples.part, statistics);
}

void samplesWithThroughput(auto &archive, auto &owner)
{
    ThroughputStatistics<std::remove_reference_t<decltype(owner)>> statistics { owner };
    sampleFields(archive, owner.samples, statistics);
}

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
}

void fields(auto &archive, Is<KernelUse> auto &kernel)
{
    archive("name", kernel.name);
    archive("launches", kernel.launches);
    archive("time_ns", kernel.timeNs);
}

template<typename Part>
requires Is<Part, ItemLatency>
void fields(auto &archive, const PartOfRuns<Part> &item)
{
    auto &latency = item.part;
    archive("kind", latency.item.kind);
    archive("id", latency.item.id);
    archive("first_run_ns", latency.firstRunNs);
    archive("self_median_ns", latency.selfMedianNs);
    fields(archive, partsOfRuns(item.batch)(latency.samples));
    archive.unlessEmpty("kernels", latency.kernels);
}

void fields(auto &archive, Is<Tf32Use> auto &tf32)
{
    archive("convolutions", tf32.convolutions);
    archive("products", tf32.products);
}

void fields(auto &archive, Is<LayerLatencies> auto &latencies)
{
    archive("method", latencies.method);
    archive("device", latencies.device);
    archive.unlessEmpty("execution", latencies.execution);
    archive("batch", latencies.batch);
    auto instrumented = partsOfRuns(latencies.batch)(latencies.instrumentedModel);
    archive("watched_model", instrumented);
    archive("unattributed", latencies.unattributed);
    archive("unwatched_median_ns", latencies.bareMedianNs);
    archive.unlessEmpty("unwatched_interval_ns", latencies.bareIntervalNs);
    archive("tf32", latencies.tf32);
    archive("conditions", latencies.conditions);
    archive("no_kernels", latencies.noKernels);
    archive.unlessEmpty("graph_replay_median_ns", latencies.graphReplayMedianNs);
    archive.unlessEmpty("no_graph_replay", latencies.noGraphReplay);
    archive.unlessEmpty("not_held", latencies.notHeld);
    archive.each("items", latencies.items, partsOfRuns(latencies.batch));
}

template<typename Part>
requires Is<Part, LatencyVariant>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &variant = runs.part;
    archive("model", variant.model);
    fields(archive, variant.execution);
    archive("block", variant.block);
    archive("ratio", variant.ratio);
    archive("ratio_interval", variant.ratioInterval);
    archive("verdict", variant.verdict);
    fields(archive, partsOfRuns(runs.batch)(variant.samples));
}

void fields(auto &archive, Is<InterleavedLatency> auto &interleaved)
{
    archive("device", interleaved.device);
    archive("batch", interleaved.batch);
    archive.each("variants", interleaved.variants, partsOfRuns(interleaved.batch));
    archive.unlessEmpty("control", interleaved.control);
    archive("partial", interleaved.partial);
    archive("conditions", interleaved.conditions);
}

template<typename Part>
requires Is<Part, MethodTiming>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &timing = runs.part;
    archive("method", timing.method);
    archive("unavailable", timing.unavailable);
    fields(archive, partsOfRuns(runs.batch)(timing.samples));
    archive("statistics_without_warmup", timing.withoutWarmup);
    archive("bias_ns", timing.biasNs);
    archive("bias", timing.bias);
    archive("first_calls_bias", timing.firstCallsBias);
}

void fields(auto &archive, Is<MethodFinding> auto &finding)
{
    archive("code", finding.code);
    archive("method", finding.method);
    archive("text", finding.text);
}

void fields(auto &archive, Is<MethodComparison> auto &comparison)
{
    archive("device", comparison.device);
    fields(archive, comparison.execution);
    archive("batch", comparison.batch);
    archive("reference", comparison.reference);
    archive.each("methods", comparison.methods, partsOfRuns(comparison.batch));
    archive("findings", comparison.findings);
    archive("partial", comparison.partial);
    archive("conditions", comparison.conditions);
}

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

void fields(auto &archive, Is<PipelineStage> auto &stage)
{
    archive("name", stage.name);
    archive.either("kind", stage.isModel, "model", "host");
    archive("fed", stage.fed);
}

void fields(auto &archive, Is<StageSpan> auto &span)
{
    archive("host_begin_ns", span.hostBeginNs);
    archive("host_end_ns", span.hostEndNs);
    archive("device_begin_ns", span.deviceBeginNs);
    archive("device_end_ns", span.deviceEndNs);
}

template<typename Part>
requires Is<Part, PipelineMode>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &mode = runs.part;
    archive("mode", mode.mode);
    auto endToEnd = partsOfRuns(runs.batch)(mode.endToEnd);
    archive("end_to_end", endToEnd);
    archive.each("stages", mode.stages, partsOfRuns(runs.batch));
    archive("median_run", mode.medianRun);
    archive("p99_run", mode.p99Run);
}

void fields(auto &archive, Is<PipelineLatency> auto &pipeline)
{
    archive("device", pipeline.device);
    fields(archive, pipeline.execution);
    archive("batch", pipeline.batch);
    archive("stages", pipeline.stages);
    archive.each("modes", pipeline.modes, partsOfRuns(pipeline.batch));
    archive("synchronization_cost_ns", pipeline.synchronizationCostNs);
    archive("synchronization_cost_interval_ns", pipeline.synchronizationCostIntervalNs);
    archive("explanation", pipeline.explanation);
    archive("partial", pipeline.partial);
    archive("conditions", pipeline.conditions);
}

} // namespace rooflight
