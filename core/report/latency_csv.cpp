// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/latency_csv.h"

#include "core/report/format/csv.h"
#include "core/roofline/explained_items.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rooflight {

namespace {

/// A cell with the name of its column.
using NamedCell = std::pair<std::string_view, std::string>;
using CsvCells = std::vector<NamedCell>;

CsvCells joined(std::initializer_list<CsvCells> parts)
{
    CsvCells cells;
    for (const CsvCells &part : parts)
        cells.insert(cells.end(), part.begin(), part.end());
    return cells;
}

/// One line a row below the names of the columns, which are taken from an empty row.
template<typename Row, typename CellsOf> std::string csvOf(const std::vector<Row> &rows, CellsOf cellsOf)
{
    std::vector<std::string> header;
    for (const auto &[name, text] : cellsOf(Row()))
        header.emplace_back(name);
    std::vector<std::vector<std::string>> lines;
    for (const Row &row : rows) {
        std::vector<std::string> &line = lines.emplace_back();
        for (NamedCell &cell : cellsOf(row))
            line.push_back(std::move(cell.second));
    }
    return toCsv(header, lines);
}

/// Empty cells where the device does not report a condition.
CsvCells conditionsCells(const std::optional<Conditions> &known)
{
    const Conditions conditions = known.value_or(Conditions());
    const auto cell = [](const std::optional<ConditionRange> &range, double ConditionRange::*figure) {
        return range ? numberCell((*range).*figure) : std::string();
    };
    return { { "clock_median_hz", cell(conditions.clockHz, &ConditionRange::median) },
             { "power_median_watts", cell(conditions.powerWatts, &ConditionRange::median) },
             { "temperature_max_celsius", cell(conditions.temperatureCelsius, &ConditionRange::greatest) },
             { "throttle_reasons", fmt::format("{}", fmt::join(namesOf(conditions.throttleReasons), ";")) } };
}

/// Empty cells where nothing was measured.
CsvCells statisticsCells(const Summary &summary)
{
    const auto cell = [&summary](const auto &value) { return summary.count == 0 ? std::string() : numberCell(value); };
    return { { "samples", cell(summary.count) },
             { "latency_mean_ns", cell(summary.meanNs) },
             { "latency_median_ns", cell(summary.medianNs) },
             { "latency_p10_ns", cell(summary.percentile(10)) },
             { "latency_p90_ns", cell(summary.percentile(90)) },
             { "latency_p99_ns", cell(summary.percentile(99)) },
             { "latency_min_ns", cell(summary.minNs) },
             { "latency_max_ns", cell(summary.maxNs) } };
}

struct ExplanationCsvRow {
    std::int64_t id = 0;
    std::string path;
    int call = 0;
    std::string operatorName;
    std::string bound;
    std::string proven; ///< empty: not decided
    ExperimentResult result;
};

std::vector<ExplanationCsvRow> explanationRows(const JudgedSession &judged)
{
    std::vector<ExplanationCsvRow> rows;
    for (const ExplainedItem &item : explainedItems(judged)) {
        const std::optional<bool> proven = item.proof.proven;
        for (const ExperimentResult &result : item.experiments->experiments)
            rows.push_back({ item.op->id, item.layer->path, item.layer->call, item.op->name,
                             std::string(name(item.point->verdict.bound)), proven ? (*proven ? "true" : "false") : "",
                             result });
    }
    return rows;
}

} // namespace

std::string modulesToCsv(const Inspection &inspection)
{
    return csvOf(inspection.modules, [](const StoredModule &module) {
        return CsvCells { { "module", module.path },
                          { "type", module.type },
                          { "parameters", numberCell(module.parameters) },
                          { "buffers", numberCell(module.buffers) } };
    });
}

std::string roofsToCsv(const DeviceRoofs &peaks)
{
    return csvOf(peaks.roofs, [](const Roof &roof) {
        const ComputeLimit *const compute = roof.compute();
        const MemoryLimit *const memory = roof.memory();
        const auto cell = [](const std::optional<double> &value) { return value ? numberCell(*value) : std::string(); };
        return CsvCells { { "kind", std::string(name(roof.kind())) },
                          { "name", roof.name },
                          { "precision", compute ? std::string(compute->precision.name()) : std::string() },
                          { "unit", compute ? std::string(compute->unit.name()) : std::string() },
                          { "level", memory ? std::string(memory->level.name()) : std::string() },
                          { "pattern", memory ? std::string(memory->pattern.name()) : std::string() },
                          { "value", numberCell(roof.value) },
                          { "value_unit", std::string(roof.valueUnit()) },
                          { "interval_low", numberCell(roof.interval[0]) },
                          { "interval_high", numberCell(roof.interval[1]) },
                          { "theoretical", cell(roof.theoretical) },
                          { "clock_hz", cell(roof.clockHz) },
                          { "threads", numberCell(roof.threads) },
                          { "flags", fmt::format("{}", fmt::join(roof.flags, ";")) } };
    });
}

std::string samplesToCsv(const SampleSet &samples, std::int64_t block)
{
    std::vector<std::vector<std::string>> rows;
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
    return csvOf(latency.variants, [](const LatencyVariant &variant) {
        const Execution &execution = variant.execution;
        return joined({ { { "model", variant.model },
                          { "executor", std::string(name(execution.executor)) },
                          { "precision", std::string(name(execution.precision)) },
                          { "memory_format", std::string(name(execution.memoryFormat)) },
                          { "tf32", std::string(name(execution.tf32)) },
                          { "caches", std::string(name(execution.caches)) },
                          { "ratio", numberCell(variant.ratio) },
                          { "ratio_low", numberCell(variant.ratioInterval[0]) },
                          { "ratio_high", numberCell(variant.ratioInterval[1]) },
                          { "verdict", std::string(variant.verdict.name()) } },
                        statisticsCells(variant.samples.summary) });
    });
}

std::string methodsToCsv(const MethodComparison &comparison)
{
    return csvOf(comparison.methods, [](const MethodTiming &timing) {
        const bool used = timing.samples.summary.count > 0;
        const auto ifUsed = [used](double value) { return used ? numberCell(value) : std::string(); };
        return joined({ { { "method", std::string(timing.method.name()) } },
                        statisticsCells(timing.samples.summary),
                        { { "bias_ns", ifUsed(timing.biasNs) },
                          { "bias", ifUsed(timing.bias) },
                          { "mean_without_warmup_ns", ifUsed(timing.withoutWarmup.meanNs) },
                          { "unavailable", timing.unavailable } } });
    });
}

std::string sweepToCsv(const BatchSweep &sweep)
{
    return csvOf(sweep.points, [](const BatchPoint &point) {
        const bool measured = point.samples.summary.count > 0;
        return joined({ { { "batch", numberCell(point.batch) },
                          { "outcome", std::string(name(point.outcome)) },
                          { "throughput_per_second", measured ? numberCell(point.throughputPerSecond) : "" },
                          { "peak_bytes", numberCell(point.peakBytes) },
                          { "flops", numberCell(point.flops) },
                          { "bytes", numberCell(point.bytes) } },
                        statisticsCells(point.samples.summary),
                        { { "allocated_bytes", numberCell(point.allocatedBytes) },
                          { "reserved_bytes", numberCell(point.reservedBytes) } },
                        conditionsCells(point.conditions) });
    });
}

std::string sizesToCsv(const BatchSweep &sweep)
{
    const bool hasStopped =
        std::ranges::any_of(sweep.sizes, [](const SizePoint &point) { return point.cost.isAtLeast(); });
    const auto cellsOf = [&](const SizePoint &point) {
        const double bytes = static_cast<double>(point.cost.bytesRead) + static_cast<double>(point.cost.bytesWritten);
        CsvCells axes;
        for (const SizeAxis &axis : sweep.axes) {
            const auto size = std::ranges::find(point.sizes, axis.name, &std::pair<std::string, std::int64_t>::first);
            axes.emplace_back(axis.name, size == point.sizes.end() ? std::string() : numberCell(size->second));
        }
        return joined(
            { axes,
              { { "macs", numberCell(point.cost.macs) },
                { "flops", numberCell(point.cost.flops) },
                { "bytes_read", numberCell(point.cost.bytesRead) },
                { "bytes_written", numberCell(point.cost.bytesWritten) },
                { "bytes_lower_bound", numberCell(point.bytesLowerBound) },
                { "arithmetic_intensity", bytes > 0 ? numberCell(static_cast<double>(point.cost.flops) / bytes) : "" },
                { "measured", point.measured ? "true" : "false" } },
              statisticsCells(point.samples.summary),
              { { "reason", point.reason.text } },
              hasStopped ? CsvCells { { "at_least", point.cost.isAtLeast() ? "true" : "false" } } : CsvCells() });
    };
    return csvOf(sweep.sizes, cellsOf);
}

std::string pipelineToCsv(const PipelineLatency &pipeline)
{
    struct Row {
        std::string mode, stage, name, kind;
        Summary summary;
    };
    std::vector<Row> rows;
    for (const PipelineMode &mode : pipeline.modes) {
        const std::string name(mode.mode.name());
        for (std::size_t i = 0; i < mode.stages.size(); ++i) {
            const PipelineStage &stage = pipeline.stages[i];
            rows.push_back(
                { name, numberCell(i + 1), stage.name, stage.isModel ? "model" : "host", mode.stages[i].summary });
        }
        rows.push_back({ name, "", "end_to_end", "", mode.endToEnd.summary });
    }
    return csvOf(rows, [](const Row &row) {
        return joined({ { { "mode", row.mode }, { "stage", row.stage }, { "name", row.name }, { "kind", row.kind } },
                        statisticsCells(row.summary) });
    });
}

namespace {

struct RemedyCsvRow {
    std::string id; ///< of a combination those of all, joined by ";"
    MeasuredChange change;
    std::string reason;
};

std::vector<RemedyCsvRow> rowsOf(const Remedies &remedies)
{
    std::vector<RemedyCsvRow> rows;
    for (const Remedy &remedy : remedies.remedies)
        rows.push_back({ std::string(remedy.id.name()), remedy.change, reasonOf(remedy).text });
    for (const RemedyCombination &combination : remedies.combinations) {
        std::string ids;
        for (const std::string_view id : namesOf(combination.ids))
            ids += (ids.empty() ? "" : ";") + std::string(id);
        rows.push_back({ std::move(ids), combination.change, {} });
    }
    return rows;
}

} // namespace

std::string remediesToCsv(const Remedies &remedies)
{
    return csvOf(rowsOf(remedies), [](const RemedyCsvRow &row) {
        const MeasuredChange &change = row.change;
        const auto ifMeasured = [&change](auto value) {
            return change.isMeasured() ? numberCell(value) : std::string();
        };
        return CsvCells { { "remedy", row.id },
                          { "latency_median_ns", ifMeasured(change.medianNs) },
                          { "ratio", ifMeasured(change.ratio) },
                          { "ratio_low", ifMeasured(change.ratioInterval[0]) },
                          { "ratio_high", ifMeasured(change.ratioInterval[1]) },
                          { "verdict", change.isMeasured() ? std::string(name(verdictOf(change))) : std::string() },
                          { "max_abs_error", numberCell(change.maxAbsError) },
                          { "max_rel_error", numberCell(change.maxRelError) },
                          { "peak_bytes", ifMeasured(change.peakBytes) },
                          { "rounds", numberCell(change.rounds) },
                          { "reason", row.reason } };
    });
}

std::string explanationToCsv(const JudgedSession &judged)
{
    return csvOf(explanationRows(judged), [](const ExplanationCsvRow &row) {
        return CsvCells { { "id", numberCell(row.id) },
                          { "path", row.path },
                          { "call", numberCell(row.call) },
                          { "operator", row.operatorName },
                          { "bound", row.bound },
                          { "proven", row.proven },
                          { "experiment", std::string(row.result.id.name()) },
                          { "ratio", numberCell(row.result.ratio) },
                          { "ratio_low", numberCell(row.result.interval[0]) },
                          { "ratio_high", numberCell(row.result.interval[1]) },
                          { "rounds", numberCell(row.result.rounds) } };
    });
}

} // namespace rooflight
