// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/enum_names.h"
#include "core/record/json_bodies.h"

namespace ridgepoint {

namespace {

constexpr EnumNames<ItemId::Kind, 2> itemKindNames = { {
    { ItemId::Kind::Layer, "layer" },
    { ItemId::Kind::Operator, "operator" },
} };

} // namespace

static void to_json(OutJson &json, const KernelUse &kernel)
{
    json = { { "name", kernel.name }, { "launches", kernel.launches }, { "time_ns", kernel.timeNs } };
}

static void from_json(const InJson &json, KernelUse &kernel)
{
    read(json, "name", kernel.name);
    read(json, "launches", kernel.launches);
    read(json, "time_ns", kernel.timeNs);
}

static void to_json(OutJson &json, const ItemLatency &latency)
{
    json["kind"] = nameIn(itemKindNames, latency.item.kind);
    json["id"] = latency.item.id;
    json["first_run_ns"] = latency.firstRunNs;
    json["self_median_ns"] = latency.selfMedianNs;
    append(json, latency.samples);
    if (!latency.kernels.empty())
        json["kernels"] = latency.kernels;
}

void from_json(const InJson &json, ItemLatency &latency)
{
    std::string kind(nameIn(itemKindNames, latency.item.kind));
    read(json, "kind", kind);
    const std::optional<ItemId::Kind> known = valueIn(itemKindNames, kind);
    if (!known)
        throw FormatError("is neither layer nor operator", "kind");
    latency.item.kind = *known;
    read(json, "id", latency.item.id);
    read(json, "first_run_ns", latency.firstRunNs);
    read(json, "self_median_ns", latency.selfMedianNs);
    from_json(json, latency.samples);
    read(json, "kernels", latency.kernels);
}

void to_json(OutJson &json, const ModelLatency &latency)
{
    json["method"] = latency.method;
    json["device"] = latency.device;
    append(json, latency.execution);
    json["batch"] = latency.batch;
    json["block"] = latency.block;
    json["warmup_end"] = latency.warmupEnd;
    json["end"] = latency.end;
    append(json, latency.samples);
    // FPS is what one run after the other gives, throughput what the clock on the wall saw: both, side by side.
    const double meanNs = latency.samples.summary.meanNs;
    OutJson &statistics = json["statistics"];
    statistics["fps"] = meanNs > 0 ? OutJson(static_cast<double>(latency.batch) * 1e9 / meanNs) : OutJson();
    statistics["throughput_per_second"] = latency.throughputPerSecond;
    json["conditions"] = orNull(latency.conditions);
}

void from_json(const InJson &json, ModelLatency &latency)
{
    read(json, "method", latency.method);
    read(json, "device", latency.device);
    from_json(json, latency.execution);
    read(json, "batch", latency.batch);
    read(json, "block", latency.block);
    read(json, "warmup_end", latency.warmupEnd);
    read(json, "end", latency.end);
    from_json(json, latency.samples);
    if (const auto statistics = json.find("statistics"); statistics != json.end())
        read(*statistics, "throughput_per_second", latency.throughputPerSecond);
    read(json, "conditions", latency.conditions);
}

void to_json(OutJson &json, const LayerLatencies &latencies)
{
    json["method"] = latencies.method;
    json["device"] = latencies.device;
    json["watched_model"] = latencies.watchedModel;
    json["unattributed"] = latencies.unattributed;
    json["unwatched_median_ns"] = latencies.unwatchedMedianNs;
    json["tf32"] = { { "convolutions", latencies.tf32.convolutions }, { "products", latencies.tf32.products } };
    json["conditions"] = orNull(latencies.conditions);
    json["no_kernels"] = latencies.noKernels;
    json["items"] = OutJson::array();
}

std::vector<LongList> longListsOf(const LayerLatencies &latencies)
{
    return { longList("items", latencies.items) };
}

void takeLists(LayerLatencies &latencies, LongLists &lists)
{
    if (lists.problem)
        throw *lists.problem;
    latencies.items = std::move(lists.items);
}

void from_json(const InJson &json, LayerLatencies &latencies)
{
    read(json, "method", latencies.method);
    read(json, "device", latencies.device);
    read(json, "watched_model", latencies.watchedModel);
    read(json, "unattributed", latencies.unattributed);
    read(json, "unwatched_median_ns", latencies.unwatchedMedianNs);
    if (const auto tf32 = json.find("tf32"); tf32 != json.end()) {
        read(*tf32, "convolutions", latencies.tf32.convolutions);
        read(*tf32, "products", latencies.tf32.products);
    }
    read(json, "conditions", latencies.conditions);
    read(json, "no_kernels", latencies.noKernels);
    read(json, "items", latencies.items);
}

} // namespace ridgepoint
