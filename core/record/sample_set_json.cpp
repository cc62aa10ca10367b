// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

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

void readPercentiles(const InJson &json, std::vector<Percentile> &percentiles)
{
    for (const PercentileKey &known : percentileKeys) {
        if (json.contains(known.key))
            read(json, known.key, percentiles.emplace_back(Percentile { known.percent, std::nullopt }).valueNs);
    }
}

} // namespace

void to_json(OutJson &json, const Summary &summary)
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
    if (summary.meanIntervalNs)
        json["mean_interval_ns"] = *summary.meanIntervalNs;
    json["outliers"] = summary.outliers;
}

void from_json(const InJson &json, Summary &summary)
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
    read(json, "mean_interval_ns", summary.meanIntervalNs);
    read(json, "outliers", summary.outliers);
}

void append(OutJson &json, const SampleSet &samples)
{
    json["warmup_ns"] = samples.warmupNs;
    json["samples_ns"] = samples.samplesNs;
    json["statistics"] = samples.summary;
    json["flags"] = samples.flags;
}

void to_json(OutJson &json, const SampleSet &samples)
{
    append(json, samples);
}

void from_json(const InJson &json, SampleSet &samples)
{
    read(json, "warmup_ns", samples.warmupNs);
    read(json, "samples_ns", samples.samplesNs);
    read(json, "statistics", samples.summary);
    read(json, "flags", samples.flags);
}

} // namespace ridgepoint
