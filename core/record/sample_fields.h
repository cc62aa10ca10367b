// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"
#include "core/record/common_fields.h"

namespace rooflight {

/// The percentiles that there are, each with a key of its own.
void percentileFields(JsonWriter &archive, const std::vector<Percentile> &percentiles);
void percentileFields(MemberReader &archive, std::vector<Percentile> &percentiles);

/// Null if there are no samples: nothing but the count is known.
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

/// A part of what was measured with this many items in each run.
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

} // namespace rooflight
