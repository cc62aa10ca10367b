// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/latency_tables.h"

#include "core/base/text.h"
#include "core/report/format/format.h"
#include "core/report/format/known_phrases.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/translated_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint {

namespace {

std::string remarks(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    return spelled(translatedNames(statedNames(flags)));
}

std::string percentileText(const Summary &summary, double percent)
{
    const std::optional<double> value = summary.percentile(percent);
    return value ? formatDuration(*value) : std::string();
}

/// "5 to 6".
std::string intervalText(const std::array<double, 2> &interval)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), formatDuration(interval[0]), formatDuration(interval[1]));
}

std::string medianText(const Summary &summary)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (95 % interval %2)"), formatDuration(summary.medianNs),
                      intervalText(summary.medianIntervalNs));
}

std::string meanText(const Summary &summary)
{
    std::string text =
        translated(QT_TRANSLATE_NOOP("Page", "%1, standard deviation %2 (%3)"), formatDuration(summary.meanNs),
                   formatDuration(summary.stdNs), formatPercent(summary.cv));
    if (summary.meanIntervalNs)
        text =
            translated(QT_TRANSLATE_NOOP("Page", "%1, 95 % interval %2"), text, intervalText(*summary.meanIntervalNs));
    return text;
}

/// "settled", "its time was over": which rule ended a run.
std::string endText(std::string_view reason)
{
    if (reason == "settled")
        return translated(QT_TRANSLATE_NOOP("Page", "steady"));
    if (reason == "time_limit")
        return translated(QT_TRANSLATE_NOOP("Page", "out of time"));
    if (reason == "count_limit")
        return translated(QT_TRANSLATE_NOOP("Page", "as many as asked for"));
    return translated(QT_TRANSLATE_NOOP("Page", "cut short"));
}

std::string runsText(const ModelLatency &latency)
{
    std::string text = translated(QT_TRANSLATE_NOOP("Page", "%1 measured (%2) after %3 to warm up"),
                                  formatCount(latency.samples.summary.count), endText(latency.end),
                                  std::to_string(latency.samples.warmupNs.size()));
    if (latency.block > 1)
        text = translated(QT_TRANSLATE_NOOP("Page", "%1, each the mean of %2 calls in a row"), text,
                          formatCount(latency.block));
    return text;
}

std::string batchText(std::int64_t batch, BatchSource source, const std::string &reason)
{
    if (reason.empty()) // of an older version
        return formatCount(batch);
    const std::string why = translated(reasonPhrase(reason));
    return source == BatchSource::Unknown
        ? translated(QT_TRANSLATE_NOOP("Page", "not known: %1"), why)
        : translated(QT_TRANSLATE_NOOP("Page", "%1 (%2): %3"), formatCount(batch), translatedName(name(source)), why);
}

/// Items in a second; runs where it is not known how many items one has.
std::string rateText(double perSecond, std::int64_t batch, BatchSource source)
{
    if (source != BatchSource::Unknown)
        return formatRate(perSecond, translated(QT_TRANSLATE_NOOP("Page", "items")));
    return formatRate(perSecond / static_cast<double>(std::max<std::int64_t>(batch, 1)),
                      translated(QT_TRANSLATE_NOOP("Page", "runs")));
}

std::string roleText(const BatchSweep &sweep, std::int64_t batch)
{
    std::vector<std::string> roles;
    const auto add = [&](std::int64_t candidate, const char *role) {
        if (candidate == batch)
            roles.push_back(translated(role));
    };
    add(sweep.best, QT_TRANSLATE_NOOP("Page", "best"));
    add(sweep.knee, QT_TRANSLATE_NOOP("Page", "knee"));
    add(sweep.largest, QT_TRANSLATE_NOOP("Page", "largest"));
    add(sweep.recommended, QT_TRANSLATE_NOOP("Page", "recommended"));
    return translatedList(roles);
}

std::string remarks(const BatchSweep &sweep, const BatchPoint &point)
{
    if (point.outcome != BatchOutcome::Fits)
        return spelled(translatedName(name(point.outcome)));
    std::vector<std::string> texts;
    if (std::string roles = roleText(sweep, point.batch); !roles.empty())
        texts.push_back(std::move(roles));
    if (const std::string heldBack = heldBackText(point.conditions); !heldBack.empty())
        texts.push_back(translated(QT_TRANSLATE_NOOP("Page", "held back by %1"), heldBack));
    if (!point.samples.flags.empty())
        texts.push_back(remarks(point.samples.flags));
    return translatedList(texts);
}

std::string medianText(const std::optional<ConditionRange> &range, std::string_view unit)
{
    return range ? formatQuantity(range->median, unit) : std::string();
}

/// Memory of a GPU that the caching allocator reserved and has not allocated.
std::string unusedText(const std::optional<std::int64_t> &allocatedBytes,
                       const std::optional<std::int64_t> &reservedBytes)
{
    return allocatedBytes && reservedBytes ? formatBytes(*reservedBytes - *allocatedBytes) : std::string();
}

Cells sweepRow(const BatchSweep &sweep, const BatchPoint &point)
{
    const Summary &summary = point.samples.summary;
    const bool measured = summary.count > 0;
    const auto perSecond = [&](std::int64_t amount, std::string_view unit) {
        return measured && amount > 0 ? formatQuantity(static_cast<double>(amount) * 1e9 / summary.medianNs, unit)
                                      : std::string();
    };
    const auto bytes = static_cast<double>(point.bytes);
    const Conditions conditions = point.conditions.value_or(Conditions());
    return { number("Batch", formatCount(point.batch)),
             number("Throughput", measured ? rateText(point.throughputPerSecond, point.batch, sweep.batchSource) : ""),
             number("Median", measured ? formatDuration(summary.medianNs) : ""),
             number("p99", percentileText(summary, 99), 2),
             number("Memory", point.peakBytes > 0 ? formatBytes(point.peakBytes) : "", 1),
             number("Intensity", bytes > 0 ? formatIntensity(static_cast<double>(point.flops) / bytes) : "", 4),
             number("Performance", perSecond(point.flops, "FLOP/s"), 3),
             number("Bandwidth", perSecond(point.bytes, "B/s"), 5),
             number("Runs", measured ? formatCount(summary.count) : "", 5),
             number("Reserved", point.reservedBytes ? formatBytes(*point.reservedBytes) : "", 6),
             number("Unused", unusedText(point.allocatedBytes, point.reservedBytes), 6),
             number("Clock", medianText(conditions.clockHz, "Hz"), 7),
             number("Power", medianText(conditions.powerWatts, "W"), 8),
             { "Remarks", remarks(sweep, point) } };
}

/// Without the columns that hold nothing, of those that are there for some devices only.
void dropEmpty(TableContent &table, std::initializer_list<std::string_view> titles)
{
    for (const std::string_view title : titles) {
        const auto found = std::ranges::find(table.columns, title, &TableColumn::title);
        const auto column = found - table.columns.begin();
        if (found == table.columns.end()
            || std::ranges::any_of(table.rows, [column](const auto &row) { return !row[std::size_t(column)].empty(); }))
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
        return sweep.memoryLimitBytes > 0
            ? translated(QT_TRANSLATE_NOOP("Page", "memory (limit %1)"), formatBytes(sweep.memoryLimitBytes))
            : translated(QT_TRANSLATE_NOOP("Page", "memory"));
    if (sweep.end == "maximum_batch")
        return translated(QT_TRANSLATE_NOOP("Page", "the batch of %1 that was asked for"),
                          formatCount(sweep.maximumBatch));
    if (sweep.end == "slow")
        return sweep.longestCallSeconds > 0
            ? translated(QT_TRANSLATE_NOOP("Page", "the time that one call may take (%1)"),
                         formatDuration(sweep.longestCallSeconds * 1e9))
            : translated(QT_TRANSLATE_NOOP("Page", "the time that one call may take"));
    if (sweep.largest == 0 && !sweep.end.empty())
        return translated(QT_TRANSLATE_NOOP("Page", "nothing: not even the smallest batch ran"));
    if (sweep.end == "model" && sweep.largestAllowed == sweep.largest)
        return translated(QT_TRANSLATE_NOOP("Page", "the model: its file allows %1 to %2"),
                          formatCount(sweep.smallest()), formatCount(*sweep.largestAllowed));
    if (sweep.end == "model")
        return translated(QT_TRANSLATE_NOOP("Page", "the model: it refuses larger ones"));
    return translated(QT_TRANSLATE_NOOP(
        "Page", "not found yet: the sweep was cut short, and goes on from here when it is asked for again"));
}

/// What the samples say; there is at least one.
void addStatistics(Facts &facts, const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    facts.emplace_back("Median", medianText(summary));
    facts.emplace_back("Mean", meanText(summary));
    facts.emplace_back("Range",
                       translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), formatDuration(summary.minNs),
                                  formatDuration(summary.maxNs)));
    for (const Percentile &percentile : summary.percentiles) {
        if (percentile.valueNs)
            facts.emplace_back(fmt::format("p{}", percentile.percent), formatDuration(*percentile.valueNs));
    }
    facts.emplace_back("Outliers", formatCount(summary.outliers));
    const auto rate = [&latency](double perSecond) { return rateText(perSecond, latency.batch, latency.batchSource); };
    if (summary.meanNs > 0)
        facts.emplace_back("FPS",
                           translated(QT_TRANSLATE_NOOP("Page", "%1, from the mean"),
                                      rate(static_cast<double>(latency.batch) * 1e9 / summary.meanNs)));
    if (latency.throughputPerSecond > 0)
        facts.emplace_back("Throughput",
                           translated(QT_TRANSLATE_NOOP("Page", "%1, from the wall time of all runs"),
                                      rate(latency.throughputPerSecond)));
}

} // namespace

Facts latencyFacts(const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    Facts facts = { { "Device", translatedDevice(latency.device) },
                    { "Method", translatedName(latency.method) },
                    { "Execution", translatedExecution(latency.execution) },
                    { "Batch", batchText(latency.batch, latency.batchSource, latency.batchReason) },
                    { "Runs", runsText(latency) } };
    if (!latency.samples.warmupNs.empty())
        facts.emplace_back("First run", formatDuration(latency.samples.warmupNs.front()));
    if (summary.count > 0)
        addStatistics(facts, latency);
    if (latency.allocatedBytes && latency.reservedBytes)
        facts.emplace_back("Memory",
                           translated(QT_TRANSLATE_NOOP("Page", "%1 in use at most, %2 reserved (%3 of it unused)"),
                                      formatBytes(*latency.allocatedBytes), formatBytes(*latency.reservedBytes),
                                      unusedText(latency.allocatedBytes, latency.reservedBytes)));
    addConditionFacts(facts, latency.conditions);
    if (!latency.samples.flags.empty())
        facts.emplace_back("Remarks", remarks(latency.samples.flags));
    return facts;
}

Facts layerLatencyFacts(const LayerLatencies &latencies)
{
    const double instrumentedNs = latencies.instrumentedModel.summary.medianNs;
    Facts facts = { { "Device", translatedDevice(latencies.device) },
                    { "Method", translatedName(latencies.method) },
                    { "Execution",
                      latencies.execution == Execution {} ? std::string() : translatedExecution(latencies.execution) },
                    { "Runs",
                      translated(QT_TRANSLATE_NOOP("Page", "%1 instrumented after %2 to warm up"),
                                 formatCount(latencies.instrumentedModel.summary.count),
                                 std::to_string(latencies.instrumentedModel.warmupNs.size())) } };
    if (instrumentedNs > 0)
        facts.emplace_back("Instrumented",
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(instrumentedNs)));
    if (latencies.bareMedianNs > 0)
        facts.emplace_back("Bare",
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(latencies.bareMedianNs)));
    if (latencies.bareMedianNs > 0 && instrumentedNs > 0)
        facts.emplace_back("Instrumentation costs", formatPercentChange(instrumentedNs / latencies.bareMedianNs - 1));
    const Summary &unattributed = latencies.unattributed.summary;
    if (unattributed.count > 0 && instrumentedNs > 0)
        facts.emplace_back("Unattributed",
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), formatDuration(unattributed.medianNs),
                                      formatPercent(unattributed.medianNs / instrumentedNs)));
    addConditionFacts(facts, latencies.conditions);
    if (latencies.graphReplayMedianNs)
        facts.emplace_back("As a CUDA graph", formatDuration(*latencies.graphReplayMedianNs));
    else if (!latencies.noGraphReplay.empty())
        facts.emplace_back("As a CUDA graph", latencies.noGraphReplay);
    if (!latencies.noKernels.empty())
        facts.emplace_back("Kernels", latencies.noKernels);
    if (!latencies.notHeld.empty())
        facts.emplace_back("Not held back", latencies.notHeld);
    if (!latencies.instrumentedModel.flags.empty())
        facts.emplace_back("Remarks", remarks(latencies.instrumentedModel.flags));
    return facts;
}

Facts interleavedFacts(const InterleavedLatency &latency)
{
    Facts facts = { { "Device", translatedDevice(latency.device) }, { "Batch", formatCount(latency.batch) } };
    addConditionFacts(facts, latency.conditions);
    facts.emplace_back("Remarks", latency.partial ? translatedName("partial") : std::string());
    return facts;
}

TableContent interleavedContent(const InterleavedLatency &latency)
{
    std::vector<Cells> rows;
    for (const LatencyVariant &variant : latency.variants) {
        const Summary &summary = variant.samples.summary;
        const bool baseline = variant.verdict == VariantVerdict::Baseline;
        const auto &[low, high] = variant.ratioInterval;
        rows.push_back(
            { { "Variant", variant.model.substr(variant.model.find_last_of('/') + 1) },
              { "Execution", translatedExecution(variant.execution), 1 },
              number("Median", summary.count > 0 ? formatDuration(summary.medianNs) : ""),
              number("Against the first", baseline || summary.count == 0 ? "" : formatPercentChange(variant.ratio - 1)),
              number("95 % interval",
                     baseline || summary.count == 0
                         ? ""
                         : translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), formatPercentChange(low - 1),
                                      formatPercentChange(high - 1)),
                     2),
              { "Verdict", translatedName(variant.verdict.name()) },
              number("p99", percentileText(summary, 99), 4),
              number("Rounds", formatCount(summary.count), 5),
              { "Remarks", remarks(variant.samples.flags), 3 } });
    }
    return tableOf(std::move(rows));
}

Facts methodFacts(const MethodComparison &comparison)
{
    Facts facts = { { "Device", translatedDevice(comparison.device) },
                    { "Execution", translatedExecution(comparison.execution) },
                    { "Batch", formatCount(comparison.batch) },
                    { "Reference", spelled(translatedName(comparison.reference.name())) } };
    addConditionFacts(facts, comparison.conditions);
    facts.emplace_back("Remarks", comparison.partial ? translatedName("partial") : std::string());
    return facts;
}

TableContent methodContent(const MethodComparison &comparison)
{
    std::vector<Cells> rows;
    for (const MethodTiming &timing : comparison.methods) {
        const Summary &summary = timing.samples.summary;
        const bool used = summary.count > 0;
        const std::vector<double> &warmup = timing.samples.warmupNs;
        const auto ifUsed = [used](std::string text) { return used ? std::move(text) : std::string(); };
        rows.push_back(
            { { "Method", spelled(translatedName(timing.method.name())) },
              number("Median", ifUsed(formatDuration(summary.medianNs))),
              number("Bias",
                     ifUsed(timing.method == comparison.reference ? translated(QT_TRANSLATE_NOOP("Page", "reference"))
                                                                  : formatPercentChange(timing.bias))),
              number("p99", ifUsed(percentileText(summary, 99)), 4),
              number("CV", ifUsed(formatPercent(summary.cv)), 3),
              number("First call", ifUsed(warmup.empty() ? "" : formatDuration(warmup.front())), 1),
              number("Mean, no warm-up", ifUsed(formatDuration(timing.withoutWarmup.meanNs)), 2),
              number("Runs", ifUsed(formatCount(summary.count)), 5),
              { "Remarks", used ? remarks(timing.samples.flags) : timing.unavailable, 6 } });
    }
    return tableOf(std::move(rows));
}

Facts sweepFacts(const BatchSweep &sweep)
{
    Facts facts = { { "Device", translatedDevice(sweep.device) },
                    { "Execution", translatedExecution(sweep.execution) },
                    { "Search", translatedName(name(sweep.search)) },
                    { "Bound by", boundText(sweep) } };
    if (sweep.step > 1)
        facts.emplace_back("Step", formatCount(sweep.step));
    if (!sweep.batchReason.empty())
        facts.emplace_back(
            "Batch",
            sweep.batchSource == BatchSource::Unknown
                ? translated(QT_TRANSLATE_NOOP("Page", "not known: %1"), translated(reasonPhrase(sweep.batchReason)))
                : translated(QT_TRANSLATE_NOOP("Page", "%1: %2"), translatedName(name(sweep.batchSource)),
                             translated(reasonPhrase(sweep.batchReason))));
    if (sweep.largest > 0)
        facts.emplace_back("Largest", formatCount(sweep.largest));
    if (sweep.recommended > 0)
        facts.emplace_back("Recommended",
                           sweep.confirmed ? translated(QT_TRANSLATE_NOOP("Page", "%1 (measured in full)"),
                                                        formatCount(sweep.recommended))
                                           : formatCount(sweep.recommended));
    const BatchPoint *best = sweep.find(sweep.best);
    if (best && best->throughputPerSecond > 0)
        facts.emplace_back("Best",
                           translated(QT_TRANSLATE_NOOP("Page", "%1, %2, from the mean"), formatCount(sweep.best),
                                      rateText(best->throughputPerSecond, best->batch, sweep.batchSource)));
    if (sweep.knee > 0)
        facts.emplace_back("Knee", formatCount(sweep.knee));
    return facts;
}

TableContent sweepContent(const BatchSweep &sweep)
{
    std::vector<Cells> rows;
    for (const BatchPoint &point : sweep.points)
        rows.push_back(sweepRow(sweep, point));
    TableContent table = tableOf(std::move(rows));
    dropEmpty(table, { "Reserved", "Unused", "Clock", "Power" });
    return table;
}

Facts pipelineFacts(const PipelineLatency &pipeline)
{
    Facts facts = { { "Device", translatedDevice(pipeline.device) },
                    { "Execution", translatedExecution(pipeline.execution) },
                    { "Batch", formatCount(pipeline.batch) } };
    for (const PipelineMode &mode : pipeline.modes) {
        const Summary &summary = mode.endToEnd.summary;
        if (summary.count > 0)
            facts.emplace_back(
                mode.mode == StageSeparation::Synchronized ? "Synchronized" : "Events",
                translated(QT_TRANSLATE_NOOP("Page", "median %1; %2, from the mean"), medianText(summary),
                           formatRate(1e9 / summary.meanNs, translated(QT_TRANSLATE_NOOP("Page", "runs")))));
    }
    if (std::ranges::any_of(pipeline.modes, [](const PipelineMode &mode) { return mode.endToEnd.summary.count > 0; }))
        facts.emplace_back("Waiting costs",
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (95 % interval %2)"),
                                      formatDuration(pipeline.synchronizationCostNs),
                                      intervalText(pipeline.synchronizationCostIntervalNs)));
    const auto &explain = currentLanguage().explanation;
    facts.emplace_back("Why", explain ? explain(pipeline) : pipeline.explanation);
    addConditionFacts(facts, pipeline.conditions);
    facts.emplace_back("Remarks", pipeline.partial ? translatedName("partial") : std::string());
    return facts;
}

TableContent pipelineContent(const PipelineLatency &pipeline)
{
    const auto rowOf = [&](const std::string &stage, std::string kind, std::string input, const auto &summaryIn) {
        Cells row { { "Stage", stage }, { "Kind", std::move(kind), 3 }, { "Input", std::move(input), 4 } };
        for (const PipelineMode &mode : pipeline.modes) {
            const Summary &summary = summaryIn(mode);
            const double wholeNs = mode.endToEnd.summary.medianNs;
            row.push_back(number(spelled(translatedName(mode.mode.name())),
                                 summary.count > 0 ? formatDuration(summary.medianNs) : ""));
            row.push_back(number("p99", percentileText(summary, 99), 1));
            row.push_back(number("Share", wholeNs > 0 ? formatPercent(summary.medianNs / wholeNs) : "", 2));
        }
        return row;
    };
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage &stage = pipeline.stages[i];
        const std::string input = stage.fed ? translated(QT_TRANSLATE_NOOP("Page", "from the stage before"))
            : stage.isModel                 ? translated(QT_TRANSLATE_NOOP("Page", "its own"))
                                            : "";
        rows.push_back(rowOf(
            stage.name,
            translated(stage.isModel ? QT_TRANSLATE_NOOP("Page", "model") : QT_TRANSLATE_NOOP("Page", "host")),
            input, [i](const PipelineMode &mode) -> auto & { return mode.stages[i].summary; }));
    }
    rows.push_back(rowOf(
        translated(QT_TRANSLATE_NOOP("Page", "end to end")), "", "",
        [](const PipelineMode &mode) -> auto & { return mode.endToEnd.summary; }));
    return tableOf(std::move(rows));
}

} // namespace ridgepoint
