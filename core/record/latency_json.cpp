// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/enum_names.h"
#include "core/record/json_bodies.h"

namespace ridgepoint {

namespace {

struct PercentileKey {
    double percent;
    const char *key;
};

constexpr std::array percentileKeys = {
    PercentileKey { 1, "p1_ns" },      PercentileKey { 5, "p5_ns" },        PercentileKey { 10, "p10_ns" },
    PercentileKey { 25, "p25_ns" },    PercentileKey { 50, "p50_ns" },      PercentileKey { 75, "p75_ns" },
    PercentileKey { 90, "p90_ns" },    PercentileKey { 95, "p95_ns" },      PercentileKey { 99, "p99_ns" },
    PercentileKey { 99.9, "p999_ns" }, PercentileKey { 99.99, "p9999_ns" },
};

constexpr EnumNames<ItemId::Kind, 2> itemKindNames = { {
    { ItemId::Kind::Layer, "layer" },
    { ItemId::Kind::Operator, "operator" },
} };

void readPercentiles(const InJson &json, std::vector<Percentile> &percentiles)
{
    for (const PercentileKey &known : percentileKeys) {
        if (json.contains(known.key))
            read(json, known.key, percentiles.emplace_back(Percentile { known.percent, std::nullopt }).valueNs);
    }
}

} // namespace

static void to_json(OutJson &json, const Summary &summary)
{
    json = {
        { "count", summary.count },        { "mean_ns", summary.meanNs },
        { "std_ns", summary.stdNs },       { "cv", summary.cv },
        { "min_ns", summary.minNs },       { "max_ns", summary.maxNs },
        { "median_ns", summary.medianNs },
    };
    for (const PercentileKey &known : percentileKeys) {
        for (const Percentile &percentile : summary.percentiles) {
            if (percentile.percent == known.percent)
                json[known.key] = orNull(percentile.valueNs);
        }
    }
    json["iqr_ns"] = summary.iqrNs;
    json["mad_ns"] = summary.madNs;
    json["median_interval_ns"] = summary.medianIntervalNs;
    json["outliers"] = summary.outliers;
}

static void from_json(const InJson &json, Summary &summary)
{
    read(json, "count", summary.count);
    read(json, "mean_ns", summary.meanNs);
    read(json, "std_ns", summary.stdNs);
    read(json, "cv", summary.cv);
    read(json, "min_ns", summary.minNs);
    read(json, "max_ns", summary.maxNs);
    read(json, "median_ns", summary.medianNs);
    readPercentiles(json, summary.percentiles);
    read(json, "iqr_ns", summary.iqrNs);
    read(json, "mad_ns", summary.madNs);
    read(json, "median_interval_ns", summary.medianIntervalNs);
    read(json, "outliers", summary.outliers);
}

static void append(OutJson &json, const SampleSet &samples)
{
    json["warmup_ns"] = samples.warmupNs;
    json["samples_ns"] = samples.samplesNs;
    json["statistics"] = samples.summary;
    json["flags"] = samples.flags;
}

static void to_json(OutJson &json, const SampleSet &samples)
{
    append(json, samples);
}

static void from_json(const InJson &json, SampleSet &samples)
{
    read(json, "warmup_ns", samples.warmupNs);
    read(json, "samples_ns", samples.samplesNs);
    read(json, "statistics", samples.summary);
    read(json, "flags", samples.flags);
}

static void to_json(OutJson &json, const ItemLatency &latency)
{
    json["kind"] = nameIn(itemKindNames, latency.item.kind);
    json["id"] = latency.item.id;
    json["first_run_ns"] = latency.firstRunNs;
    append(json, latency.samples);
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
    from_json(json, latency.samples);
}

void to_json(OutJson &json, const ModelLatency &latency)
{
    json["method"] = latency.method;
    json["device"] = latency.device;
    json["executor"] = latency.executor;
    json["batch"] = latency.batch;
    append(json, latency.samples);
    // FPS is what one run after the other gives, throughput what the clock on the wall saw: both, side by side.
    const double meanNs = latency.samples.summary.meanNs;
    OutJson &statistics = json["statistics"];
    statistics["fps"] = meanNs > 0 ? OutJson(static_cast<double>(latency.batch) * 1e9 / meanNs) : OutJson();
    statistics["throughput_per_second"] = latency.throughputPerSecond;
}

void from_json(const InJson &json, ModelLatency &latency)
{
    read(json, "method", latency.method);
    read(json, "device", latency.device);
    read(json, "executor", latency.executor);
    read(json, "batch", latency.batch);
    from_json(json, latency.samples);
    if (const auto statistics = json.find("statistics"); statistics != json.end())
        read(*statistics, "throughput_per_second", latency.throughputPerSecond);
}

void to_json(OutJson &json, const LayerLatencies &latencies)
{
    json["method"] = latencies.method;
    json["device"] = latencies.device;
    json["watched_model"] = latencies.watchedModel;
    json["unwatched_median_ns"] = latencies.unwatchedMedianNs;
    json["tf32"] = { { "convolutions", latencies.tf32.convolutions }, { "products", latencies.tf32.products } };
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
    read(json, "unwatched_median_ns", latencies.unwatchedMedianNs);
    if (const auto tf32 = json.find("tf32"); tf32 != json.end()) {
        read(*tf32, "convolutions", latencies.tf32.convolutions);
        read(*tf32, "products", latencies.tf32.products);
    }
    read(json, "items", latencies.items);
}

} // namespace ridgepoint
