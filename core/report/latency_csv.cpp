// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/latency_csv.h"

#include "core/report/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ridgepoint {

namespace {

using Row = std::vector<std::string>;

const Row statisticsHeader = { "samples",        "latency_mean_ns", "latency_median_ns", "latency_p10_ns",
                               "latency_p90_ns", "latency_p99_ns",  "latency_min_ns",    "latency_max_ns" };

const Row conditionsHeader = { "clock_median_hz", "power_median_watts", "temperature_max_celsius", "throttle_reasons" };

/// Empty cells where the device tells nothing.
Row conditionsCells(const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return Row(conditionsHeader.size());
    const auto cell = [](const std::optional<ConditionRange> &range, double ConditionRange::*figure) {
        return range ? numberCell((*range).*figure) : std::string();
    };
    return { cell(conditions->clockHz, &ConditionRange::median), cell(conditions->powerWatts, &ConditionRange::median),
             cell(conditions->temperatureCelsius, &ConditionRange::greatest),
             fmt::format("{}", fmt::join(conditions->throttleReasons, ";")) };
}

/// Empty cells where nothing was measured.
Row statisticsCells(const Summary &summary)
{
    if (summary.count == 0)
        return Row(statisticsHeader.size());
    return { numberCell(summary.count),          numberCell(summary.meanNs),         numberCell(summary.medianNs),
             numberCell(summary.percentile(10)), numberCell(summary.percentile(90)), numberCell(summary.percentile(99)),
             numberCell(summary.minNs),          numberCell(summary.maxNs) };
}

Row joined(Row cells, const Row &more)
{
    cells.insert(cells.end(), more.begin(), more.end());
    return cells;
}

} // namespace

std::string samplesToCsv(const SampleSet &samples, std::int64_t block)
{
    std::vector<Row> rows;
    const auto add = [&](const std::vector<double> &times, std::string_view phase, std::int64_t calls) {
        for (const double timeNs : times)
            rows.push_back({ numberCell(rows.size() + 1), std::string(phase), numberCell(calls), numberCell(timeNs) });
    };
    add(samples.warmupNs, "warmup", 1);
    add(samples.samplesNs, "sample", block);
    return toCsv({ "iteration", "phase", "calls", "latency_ns" }, rows);
}

std::string interleavedToCsv(const InterleavedLatency &latency)
{
    std::vector<Row> rows;
    for (const LatencyVariant &variant : latency.variants) {
        const Execution &execution = variant.execution;
        const Row choices = { variant.model,
                              std::string(name(execution.executor)),
                              std::string(name(execution.precision)),
                              std::string(name(execution.memoryFormat)),
                              std::string(name(execution.tf32)),
                              std::string(name(execution.caches)),
                              numberCell(variant.ratio),
                              numberCell(variant.ratioInterval[0]),
                              numberCell(variant.ratioInterval[1]),
                              variant.verdict };
        rows.push_back(joined(choices, statisticsCells(variant.samples.summary)));
    }
    return toCsv(joined({ "model", "executor", "precision", "memory_format", "tf32", "caches", "ratio", "ratio_low",
                          "ratio_high", "verdict" },
                        statisticsHeader),
                 rows);
}

std::string methodsToCsv(const MethodComparison &comparison)
{
    std::vector<Row> rows;
    for (const MethodTiming &timing : comparison.methods) {
        const bool used = timing.samples.summary.count > 0;
        const Row bias = used
            ? Row { numberCell(timing.biasNs), numberCell(timing.bias), numberCell(timing.withoutWarmup.meanNs) }
            : Row(3);
        rows.push_back(joined(joined({ timing.method }, statisticsCells(timing.samples.summary)),
                              joined(bias, { timing.unavailable })));
    }
    return toCsv(
        joined(joined({ "method" }, statisticsHeader), { "bias_ns", "bias", "mean_without_warmup_ns", "unavailable" }),
        rows);
}

std::string sweepToCsv(const BatchSweep &sweep)
{
    std::vector<Row> rows;
    for (const BatchPoint &point : sweep.points) {
        const bool measured = point.samples.summary.count > 0;
        rows.push_back(joined({ numberCell(point.batch), std::string(name(point.outcome)),
                                measured ? numberCell(point.throughputPerSecond) : std::string(),
                                numberCell(point.peakBytes), numberCell(point.flops), numberCell(point.bytes) },
                              joined(joined(statisticsCells(point.samples.summary),
                                            { numberCell(point.allocatedBytes), numberCell(point.reservedBytes) }),
                                     conditionsCells(point.conditions))));
    }
    return toCsv(joined({ "batch", "outcome", "throughput_per_second", "peak_bytes", "flops", "bytes" },
                        joined(joined(statisticsHeader, { "allocated_bytes", "reserved_bytes" }), conditionsHeader)),
                 rows);
}

std::string pipelineToCsv(const PipelineLatency &pipeline)
{
    std::vector<Row> rows;
    for (const PipelineMode &mode : pipeline.modes) {
        for (std::size_t i = 0; i < mode.stages.size(); ++i) {
            const PipelineStage &stage = pipeline.stages[i];
            rows.push_back(joined({ mode.mode, numberCell(i + 1), stage.name, stage.isModel ? "model" : "host" },
                                  statisticsCells(mode.stages[i].summary)));
        }
        rows.push_back(joined({ mode.mode, "", "end_to_end", "" }, statisticsCells(mode.endToEnd.summary)));
    }
    return toCsv(joined({ "mode", "stage", "name", "kind" }, statisticsHeader), rows);
}

} // namespace ridgepoint
