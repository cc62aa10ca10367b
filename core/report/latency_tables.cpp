// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/latency_tables.h"

#include "core/model/text.h"
#include "core/report/condition_facts.h"
#include "core/report/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint {

namespace {

std::string remarks(const std::vector<std::string> &flags)
{
    std::vector<std::string> texts;
    for (const std::string &flag : flags)
        texts.push_back(spelled(flag));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string percentileText(const Summary &summary, double percent)
{
    const std::optional<double> value = summary.percentile(percent);
    return value ? formatDuration(*value) : std::string();
}

std::string signedPercent(double share)
{
    const std::string size = formatPercent(std::abs(share));
    const bool tiny = share == 0 || size.starts_with('<');
    return tiny ? size : (share < 0 ? '-' : '+') + size;
}

/// "5 to 6".
std::string intervalText(const std::array<double, 2> &interval)
{
    return fmt::format("{} to {}", formatDuration(interval[0]), formatDuration(interval[1]));
}

std::string medianText(const Summary &summary)
{
    return fmt::format("{} (95 % interval {})", formatDuration(summary.medianNs),
                       intervalText(summary.medianIntervalNs));
}

std::string meanText(const Summary &summary)
{
    std::string text = fmt::format("{}, standard deviation {} ({})", formatDuration(summary.meanNs),
                                   formatDuration(summary.stdNs), formatPercent(summary.cv));
    if (summary.meanIntervalNs)
        text += fmt::format(", 95 % interval {}", intervalText(*summary.meanIntervalNs));
    return text;
}

/// "settled", "its time was over": which rule ended a run.
std::string endText(std::string_view reason)
{
    if (reason == "settled")
        return "steady";
    if (reason == "time_limit")
        return "out of time";
    if (reason == "count_limit")
        return "as many as asked for";
    return "cut short";
}

std::string runsText(const ModelLatency &latency)
{
    std::string text = fmt::format("{} measured ({}) after {} to warm up", formatCount(latency.samples.summary.count),
                                   endText(latency.end), latency.samples.warmupNs.size());
    if (latency.block > 1)
        text += fmt::format(", each the mean of {} calls in a row", formatCount(latency.block));
    return text;
}

std::string roleText(const BatchSweep &sweep, std::int64_t batch)
{
    std::vector<std::string_view> roles;
    const auto add = [&](std::int64_t candidate, std::string_view role) {
        if (candidate == batch)
            roles.push_back(role);
    };
    add(sweep.best, "best");
    add(sweep.knee, "knee");
    add(sweep.largest, "largest");
    add(sweep.recommended, "recommended");
    return fmt::format("{}", fmt::join(roles, ", "));
}

std::string remarks(const BatchSweep &sweep, const BatchPoint &point)
{
    if (point.outcome != BatchOutcome::Fits)
        return spelled(name(point.outcome));
    std::string text = roleText(sweep, point.batch);
    if (const std::string heldBack = heldBackText(point.conditions); !heldBack.empty())
        text += fmt::format("{}held back by {}", text.empty() ? "" : ", ", heldBack);
    return text;
}

std::string medianText(const std::optional<ConditionRange> &range, std::string_view unit)
{
    return range ? formatQuantity(range->median, unit) : std::string();
}

std::vector<std::string> sweepRow(const BatchSweep &sweep, const BatchPoint &point)
{
    const Summary &summary = point.samples.summary;
    const bool measured = summary.count > 0;
    const auto perSecond = [&](std::int64_t amount, std::string_view unit) {
        return measured && amount > 0 ? formatQuantity(static_cast<double>(amount) * 1e9 / summary.medianNs, unit)
                                      : std::string();
    };
    const double bytes = static_cast<double>(point.bytes);
    return { formatCount(point.batch),
             measured ? formatQuantity(point.throughputPerSecond, "1/s") : std::string(),
             measured ? formatDuration(summary.medianNs) : std::string(),
             percentileText(summary, 99),
             point.peakBytes > 0 ? formatBytes(point.peakBytes) : std::string(),
             bytes > 0 ? formatIntensity(static_cast<double>(point.flops) / bytes) : std::string(),
             perSecond(point.flops, "FLOP/s"),
             measured ? formatCount(summary.count) : std::string(),
             point.reservedBytes ? formatBytes(*point.reservedBytes) : std::string(),
             point.conditions ? medianText(point.conditions->clockHz, "Hz") : std::string(),
             point.conditions ? medianText(point.conditions->powerWatts, "W") : std::string(),
             remarks(sweep, point) };
}

/// Without the columns that hold nothing, of those that are there for some devices only.
void dropEmpty(TableContent &table, std::initializer_list<std::string_view> titles)
{
    for (const std::string_view title : titles) {
        const auto found = std::ranges::find(table.columns, title, &TableColumn::title);
        const auto column = found - table.columns.begin();
        if (std::ranges::any_of(table.rows, [column](const auto &row) { return !row[std::size_t(column)].empty(); }))
            continue;
        table.columns.erase(found);
        for (auto &row : table.rows)
            row.erase(row.begin() + column);
    }
}

/// What bounds a sweep, for people.
std::string boundText(const BatchSweep &sweep)
{
    if (sweep.end == "memory")
        return "memory";
    if (sweep.end == "maximum_batch")
        return fmt::format("the batch of {} that was asked for", formatCount(sweep.maximumBatch));
    if (sweep.end == "slow")
        return "the time that one call may take";
    if (sweep.end == "model")
        return "the model: it refuses larger ones";
    return "not found yet: the sweep was cut short, and goes on from here when it is asked for again";
}

} // namespace

Facts latencyFacts(const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    Facts facts = { { "Device", deviceText(latency.device) },
                    { "Method", latency.method },
                    { "Execution", executionText(latency.execution) },
                    { "Batch", formatCount(latency.batch) },
                    { "Runs", runsText(latency) } };
    if (!latency.samples.warmupNs.empty())
        facts.emplace_back("First run", formatDuration(latency.samples.warmupNs.front()));
    facts.emplace_back("Median", medianText(summary));
    facts.emplace_back("Mean", meanText(summary));
    facts.emplace_back("Range", fmt::format("{} to {}", formatDuration(summary.minNs), formatDuration(summary.maxNs)));
    for (const Percentile &percentile : summary.percentiles) {
        if (percentile.valueNs)
            facts.emplace_back(fmt::format("p{}", percentile.percent), formatDuration(*percentile.valueNs));
    }
    facts.emplace_back("Outliers", formatCount(summary.outliers));
    if (summary.meanNs > 0)
        facts.emplace_back("FPS", formatQuantity(static_cast<double>(latency.batch) * 1e9 / summary.meanNs, "1/s"));
    facts.emplace_back("Throughput", formatQuantity(latency.throughputPerSecond, "1/s"));
    addConditionFacts(facts, latency.conditions);
    if (!latency.samples.flags.empty())
        facts.emplace_back("Remarks", remarks(latency.samples.flags));
    return facts;
}

Facts layerLatencyFacts(const LayerLatencies &latencies)
{
    const double watchedNs = latencies.watchedModel.summary.medianNs;
    Facts facts = { { "Device", deviceText(latencies.device) },
                    { "Method", latencies.method },
                    { "Runs",
                      fmt::format("{} watched after {} to warm up", formatCount(latencies.watchedModel.summary.count),
                                  latencies.watchedModel.warmupNs.size()) },
                    { "Watched", formatDuration(watchedNs) },
                    { "Unwatched", formatDuration(latencies.unwatchedMedianNs) } };
    if (latencies.unwatchedMedianNs > 0)
        facts.emplace_back("Watching costs", signedPercent(watchedNs / latencies.unwatchedMedianNs - 1));
    const Summary &unattributed = latencies.unattributed.summary;
    if (unattributed.count > 0 && watchedNs > 0)
        facts.emplace_back("Unattributed",
                           fmt::format("{} ({})", formatDuration(unattributed.medianNs),
                                       formatPercent(unattributed.medianNs / watchedNs)));
    addConditionFacts(facts, latencies.conditions);
    if (!latencies.noKernels.empty())
        facts.emplace_back("Kernels", latencies.noKernels);
    if (!latencies.watchedModel.flags.empty())
        facts.emplace_back("Remarks", remarks(latencies.watchedModel.flags));
    return facts;
}

Facts interleavedFacts(const InterleavedLatency &latency)
{
    Facts facts = { { "Device", deviceText(latency.device) }, { "Batch", formatCount(latency.batch) } };
    addConditionFacts(facts, latency.conditions);
    facts.emplace_back("Remarks", latency.partial ? "partial" : "");
    return facts;
}

TableContent interleavedContent(const InterleavedLatency &latency)
{
    TableContent table;
    table.columns = { { .title = "Variant" },
                      { .title = "Execution", .rank = 1 },
                      { .title = "Median", .number = true },
                      { .title = "Against the first", .number = true },
                      { .title = "95 % interval", .number = true, .rank = 2 },
                      { .title = "Verdict" },
                      { .title = "p99", .number = true, .rank = 4 },
                      { .title = "Rounds", .number = true, .rank = 5 },
                      { .title = "Remarks", .rank = 3 } };
    for (const LatencyVariant &variant : latency.variants) {
        const Summary &summary = variant.samples.summary;
        const bool baseline = variant.verdict == VariantVerdict::baseline;
        const auto &[low, high] = variant.ratioInterval;
        table.rows.push_back(
            { variant.model.substr(variant.model.find_last_of('/') + 1), executionText(variant.execution),
              formatDuration(summary.medianNs), baseline ? "" : signedPercent(variant.ratio - 1),
              baseline ? "" : fmt::format("{} to {}", signedPercent(low - 1), signedPercent(high - 1)), variant.verdict,
              percentileText(summary, 99), formatCount(summary.count), remarks(variant.samples.flags) });
    }
    return table;
}

Facts methodFacts(const MethodComparison &comparison)
{
    Facts facts = { { "Device", deviceText(comparison.device) },
                    { "Execution", executionText(comparison.execution) },
                    { "Batch", formatCount(comparison.batch) },
                    { "Reference", spelled(comparison.reference) } };
    addConditionFacts(facts, comparison.conditions);
    facts.emplace_back("Remarks", comparison.partial ? "partial" : "");
    return facts;
}

TableContent methodContent(const MethodComparison &comparison)
{
    TableContent table;
    table.columns = { { .title = "Method" },
                      { .title = "Median", .number = true },
                      { .title = "Bias", .number = true },
                      { .title = "p99", .number = true, .rank = 4 },
                      { .title = "CV", .number = true, .rank = 3 },
                      { .title = "First call", .number = true, .rank = 1 },
                      { .title = "Mean, no warm-up", .number = true, .rank = 2 },
                      { .title = "Runs", .number = true, .rank = 5 },
                      { .title = "Remarks", .rank = 6 } };
    for (const MethodTiming &timing : comparison.methods) {
        const Summary &summary = timing.samples.summary;
        if (summary.count == 0) {
            table.rows.push_back({ spelled(timing.method), "", "", "", "", "", "", "", timing.unavailable });
            continue;
        }
        const std::vector<double> &warmup = timing.samples.warmupNs;
        table.rows.push_back({ spelled(timing.method), formatDuration(summary.medianNs),
                               timing.method == comparison.reference ? "reference" : signedPercent(timing.bias),
                               percentileText(summary, 99), formatPercent(summary.cv),
                               warmup.empty() ? "" : formatDuration(warmup.front()),
                               formatDuration(timing.withoutWarmup.meanNs), formatCount(summary.count),
                               remarks(timing.samples.flags) });
    }
    return table;
}

Facts sweepFacts(const BatchSweep &sweep)
{
    Facts facts = { { "Device", deviceText(sweep.device) },
                    { "Execution", executionText(sweep.execution) },
                    { "Search", std::string(name(sweep.search)) },
                    { "Bound by", boundText(sweep) } };
    if (sweep.largest > 0)
        facts.emplace_back("Largest", formatCount(sweep.largest));
    if (sweep.recommended > 0)
        facts.emplace_back(
            "Recommended",
            fmt::format("{}{}", formatCount(sweep.recommended), sweep.confirmed ? " (measured in full)" : ""));
    if (const BatchPoint *best = sweep.find(sweep.best))
        facts.emplace_back(
            "Best", fmt::format("{}, {}", formatCount(sweep.best), formatQuantity(best->throughputPerSecond, "1/s")));
    if (sweep.knee > 0)
        facts.emplace_back("Knee", formatCount(sweep.knee));
    return facts;
}

TableContent sweepContent(const BatchSweep &sweep)
{
    TableContent table;
    table.columns = { { .title = "Batch", .number = true },
                      { .title = "Throughput", .number = true },
                      { .title = "Median", .number = true },
                      { .title = "p99", .number = true, .rank = 2 },
                      { .title = "Memory", .number = true, .rank = 1 },
                      { .title = "Intensity", .number = true, .rank = 4 },
                      { .title = "Performance", .number = true, .rank = 3 },
                      { .title = "Runs", .number = true, .rank = 5 },
                      { .title = "Reserved", .number = true, .rank = 6 },
                      { .title = "Clock", .number = true, .rank = 7 },
                      { .title = "Power", .number = true, .rank = 8 },
                      { .title = "Remarks" } };
    for (const BatchPoint &point : sweep.points)
        table.rows.push_back(sweepRow(sweep, point));
    dropEmpty(table, { "Reserved", "Clock", "Power" });
    return table;
}

Facts pipelineFacts(const PipelineLatency &pipeline)
{
    Facts facts = { { "Device", deviceText(pipeline.device) },
                    { "Execution", executionText(pipeline.execution) },
                    { "Batch", formatCount(pipeline.batch) } };
    for (const PipelineMode &mode : pipeline.modes)
        facts.emplace_back(mode.mode == PipelineModeName::synchronized ? "Synchronized" : "Events",
                           medianText(mode.endToEnd.summary));
    facts.emplace_back("Waiting costs",
                       fmt::format("{} (95 % interval {})", formatDuration(pipeline.synchronizationCostNs),
                                   intervalText(pipeline.synchronizationCostIntervalNs)));
    facts.emplace_back("Why", pipeline.explanation);
    addConditionFacts(facts, pipeline.conditions);
    facts.emplace_back("Remarks", pipeline.partial ? "partial" : "");
    return facts;
}

TableContent pipelineContent(const PipelineLatency &pipeline)
{
    TableContent table;
    table.columns = { { .title = "Stage" }, { .title = "Kind", .rank = 3 }, { .title = "Input", .rank = 4 } };
    for (const PipelineMode &mode : pipeline.modes) {
        table.columns.push_back({ .title = spelled(mode.mode), .number = true });
        table.columns.push_back({ .title = "p99", .number = true, .rank = 1 });
        table.columns.push_back({ .title = "Share", .number = true, .rank = 2 });
    }
    const auto addTimes = [](std::vector<std::string> &row, const Summary &summary, const Summary &whole) {
        row.push_back(formatDuration(summary.medianNs));
        row.push_back(percentileText(summary, 99));
        row.push_back(whole.medianNs > 0 ? formatPercent(summary.medianNs / whole.medianNs) : std::string());
    };
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage &stage = pipeline.stages[i];
        std::vector<std::string> row { stage.name, stage.isModel ? "model" : "host",
                                       stage.fed           ? "from the stage before"
                                           : stage.isModel ? "its own"
                                                           : "" };
        for (const PipelineMode &mode : pipeline.modes)
            addTimes(row, mode.stages[i].summary, mode.endToEnd.summary);
        table.rows.push_back(std::move(row));
    }
    std::vector<std::string> whole { "end to end", "", "" };
    for (const PipelineMode &mode : pipeline.modes)
        addTimes(whole, mode.endToEnd.summary, mode.endToEnd.summary);
    table.rows.push_back(std::move(whole));
    return table;
}

} // namespace ridgepoint
