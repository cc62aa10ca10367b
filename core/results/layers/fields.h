// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/sample_fields.h"
#include "core/results/layers/layers.h"

namespace rooflight {

void fields(auto &archive, Is<KernelUse> auto &kernel)
{
    archive("name", kernel.name);
    archive("launches", kernel.launches);
    archive("time_ns", kernel.timeNs);
    archive.unlessEmpty("blocks_per_multiprocessor", kernel.blocksPerMultiprocessor);
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

} // namespace rooflight
