// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/latency_tables.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace rooflight {

namespace {

std::string remarks(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    return translated(flagsPhrase(statedNames(flags)));
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
        return translated(QT_TRANSLATE_NOOP("Page", "as many as requested"));
    return translated(QT_TRANSLATE_NOOP("Page", "cut short"));
}

std::string runsText(const ModelLatency &latency)
{
    std::string text = translated(QT_TRANSLATE_NOOP("Page", "%1 measured (%2) after a warm-up of %3"),
                                  formatCount(latency.samples.summary.count), endText(latency.end),
                                  std::to_string(latency.samples.warmupNs.size()));
    if (latency.block > 1)
        text = translated(QT_TRANSLATE_NOOP("Page", "%1, each the mean of %2 calls in a row"), text,
                          formatCount(latency.block));
    return text;
}

std::string batchText(std::int64_t batch, BatchSource source, const ComposedText &reason)
{
    if (reason.empty()) // of an older version
        return formatCount(batch);
    const std::string why = translated(phraseOf(reason));
    return source == BatchSource::Unknown
        ? translated(QT_TRANSLATE_NOOP("Page", "not known: %1"), why)
        : translated(QT_TRANSLATE_NOOP("Page", "%1 (%2): %3"), formatCount(batch), translatedName(source), why);
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
        return translatedName(point.outcome);
    std::vector<std::string> texts;
    if (std::string roles = roleText(sweep, point.batch); !roles.empty())
        texts.push_back(std::move(roles));
    if (const std::string heldBack = heldBackText(point.conditions); !heldBack.empty())
        texts.push_back(translated(QT_TRANSLATE_NOOP("Page", "throttled by %1"), heldBack));
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
    return { number(QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(point.batch)),
             number(QT_TRANSLATE_NOOP("Page", "Throughput"),
                    measured ? rateText(point.throughputPerSecond, point.batch, sweep.batchSource) : ""),
             number(QT_TRANSLATE_NOOP("Page", "Median"), measured ? formatDuration(summary.medianNs) : ""),
             number(std::string("p99"), percentileText(summary, 99), 2),
             number(QT_TRANSLATE_NOOP("Page", "Memory"), point.peakBytes > 0 ? formatBytes(point.peakBytes) : "", 1),
             number(factTitle(FactId::Intensity),
                    bytes > 0 ? formatIntensity(static_cast<double>(point.flops) / bytes) : "", 4),
             number(QT_TRANSLATE_NOOP("Page", "Performance"), perSecond(point.flops, "FLOP/s"), 3),
             number(factTitle(FactId::AchievedBytes), perSecond(point.bytes, "B/s"), 5),
             number(QT_TRANSLATE_NOOP("Page", "Runs"), measured ? formatCount(summary.count) : "", 5),
             number(QT_TRANSLATE_NOOP("Page", "Reserved"), point.reservedBytes ? formatBytes(*point.reservedBytes) : "",
                    6),
             number(QT_TRANSLATE_NOOP("Page", "Unused"), unusedText(point.allocatedBytes, point.reservedBytes), 6),
             number(QT_TRANSLATE_NOOP("Page", "Clock"), medianText(conditions.clockHz, "Hz"), 7),
             number(QT_TRANSLATE_NOOP("Page", "Power"), medianText(conditions.powerWatts, "W"), 8),
             { QT_TRANSLATE_NOOP("Page", "Remarks"), remarks(sweep, point) } };
}

/// Without the columns that hold nothing, of those that are there for some devices only.
void dropEmpty(TableContent &table, std::initializer_list<Title> titles)
{
    for (const Title &title : titles) {
        const auto found = std::ranges::find(table.columns, title, &TableColumn::title);
        const std::ptrdiff_t column = found - table.columns.begin();
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
        return translated(QT_TRANSLATE_NOOP("Page", "the requested batch of %1"), formatCount(sweep.maximumBatch));
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
        "Page", "not found yet: the sweep was cut short, and continues from here when started again"));
}

/// What the samples say; there is at least one.
void addStatistics(Facts &facts, const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Median"), medianText(summary));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Mean"), meanText(summary));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Range"),
                       translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), formatDuration(summary.minNs),
                                  formatDuration(summary.maxNs)));
    for (const Percentile &percentile : summary.percentiles) {
        if (percentile.valueNs)
            facts.emplace_back(fmt::format("p{}", percentile.percent), formatDuration(*percentile.valueNs));
    }
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Outliers"), formatCount(summary.outliers));
    const auto rate = [&latency](double perSecond) { return rateText(perSecond, latency.batch, latency.batchSource); };
    if (summary.meanNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "FPS"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1, from the mean"),
                                      rate(static_cast<double>(latency.batch) * 1e9 / summary.meanNs)));
    if (latency.throughputPerSecond > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Throughput"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1, from the wall time of all runs"),
                                      rate(latency.throughputPerSecond)));
}

} // namespace

Facts latencyFacts(const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(latency.device) },
                    { QT_TRANSLATE_NOOP("Page", "Method"), translated(clockPhrase(latency.method)) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(latency.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"),
                      batchText(latency.batch, latency.batchSource, latency.batchReason) },
                    { QT_TRANSLATE_NOOP("Page", "Runs"), runsText(latency) } };
    if (!latency.samples.warmupNs.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "First run"), formatDuration(latency.samples.warmupNs.front()));
    if (summary.count > 0)
        addStatistics(facts, latency);
    if (latency.allocatedBytes && latency.reservedBytes)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Memory"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 in use at most, %2 reserved (%3 of it unused)"),
                                      formatBytes(*latency.allocatedBytes), formatBytes(*latency.reservedBytes),
                                      unusedText(latency.allocatedBytes, latency.reservedBytes)));
    addConditionFacts(facts, latency.conditions);
    if (!latency.samples.flags.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarks(latency.samples.flags));
    return facts;
}

Facts layerLatencyFacts(const LayerLatencies &latencies)
{
    const double instrumentedNs = latencies.instrumentedModel.summary.medianNs;
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(latencies.device) },
                    { QT_TRANSLATE_NOOP("Page", "Method"), translated(clockPhrase(latencies.method)) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"),
                      latencies.execution == Execution {} ? std::string() : translatedName(latencies.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Runs"),
                      translated(QT_TRANSLATE_NOOP("Page", "%1 instrumented after a warm-up of %2"),
                                 formatCount(latencies.instrumentedModel.summary.count),
                                 std::to_string(latencies.instrumentedModel.warmupNs.size())) } };
    if (instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Instrumented"),
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(instrumentedNs)));
    if (latencies.bareMedianNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Bare"),
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(latencies.bareMedianNs)));
    if (latencies.bareMedianNs > 0 && instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Instrumentation costs"),
                           formatPercentChange(instrumentedNs / latencies.bareMedianNs - 1));
    const Summary &unattributed = latencies.unattributed.summary;
    if (unattributed.count > 0 && instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Unattributed"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), formatDuration(unattributed.medianNs),
                                      formatPercent(unattributed.medianNs / instrumentedNs)));
    addConditionFacts(facts, latencies.conditions);
    if (latencies.graphReplayMedianNs)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "As a CUDA graph"),
                           formatDuration(*latencies.graphReplayMedianNs));
    else if (!latencies.noGraphReplay.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "As a CUDA graph"), latencies.noGraphReplay);
    if (!latencies.noKernels.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Kernels"), latencies.noKernels);
    if (!latencies.notHeld.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Not held back"), latencies.notHeld);
    if (!latencies.instrumentedModel.flags.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarks(latencies.instrumentedModel.flags));
    return facts;
}

Facts interleavedFacts(const InterleavedLatency &latency)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(latency.device) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(latency.batch) } };
    addConditionFacts(facts, latency.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"),
                       latency.partial ? translated(flagPhrase("partial")) : std::string());
    return facts;
}

TableContent interleavedContent(const InterleavedLatency &latency)
{
    std::vector<Cells> rows;
    for (const LatencyVariant &variant : latency.variants) {
        const Summary &summary = variant.samples.summary;
        const bool baseline = variant.verdict == VariantVerdict::Baseline;
        rows.push_back(
            { { QT_TRANSLATE_NOOP("Page", "Variant"), variant.model.substr(variant.model.find_last_of('/') + 1) },
              { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(variant.execution), 1 },
              number(QT_TRANSLATE_NOOP("Page", "Median"), summary.count > 0 ? formatDuration(summary.medianNs) : ""),
              number(QT_TRANSLATE_NOOP("Page", "Against the first"),
                     baseline || summary.count == 0 ? "" : formatPercentChange(variant.ratio - 1)),
              number(QT_TRANSLATE_NOOP("Page", "95 % interval"),
                     baseline || summary.count == 0 ? "" : translated(changePhrase(variant.ratioInterval)), 2),
              { QT_TRANSLATE_NOOP("Page", "Verdict"), translatedName(variant.verdict) },
              number(std::string("p99"), percentileText(summary, 99), 4),
              number(QT_TRANSLATE_NOOP("Page", "Rounds"), formatCount(summary.count), 5),
              { QT_TRANSLATE_NOOP("Page", "Remarks"), remarks(variant.samples.flags), 3 } });
    }
    return tableOf(std::move(rows));
}

Facts methodFacts(const MethodComparison &comparison)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(comparison.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(comparison.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(comparison.batch) },
                    { QT_TRANSLATE_NOOP("Page", "Reference"), translatedName(comparison.reference) } };
    addConditionFacts(facts, comparison.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"),
                       comparison.partial ? translated(flagPhrase("partial")) : std::string());
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
            { { QT_TRANSLATE_NOOP("Page", "Method"), translatedName(timing.method) },
              number(QT_TRANSLATE_NOOP("Page", "Median"), ifUsed(formatDuration(summary.medianNs))),
              number(QT_TRANSLATE_NOOP("Page", "Bias"),
                     ifUsed(timing.method == comparison.reference ? translated(QT_TRANSLATE_NOOP("Page", "reference"))
                                                                  : formatPercentChange(timing.bias))),
              number(std::string("p99"), ifUsed(percentileText(summary, 99)), 4),
              number(QT_TRANSLATE_NOOP("Page", "CV"), ifUsed(formatPercent(summary.cv)), 3),
              number(QT_TRANSLATE_NOOP("Page", "First call"),
                     ifUsed(warmup.empty() ? "" : formatDuration(warmup.front())), 1),
              number(QT_TRANSLATE_NOOP("Page", "Mean, no warm-up"), ifUsed(formatDuration(timing.withoutWarmup.meanNs)),
                     2),
              number(QT_TRANSLATE_NOOP("Page", "Runs"), ifUsed(formatCount(summary.count)), 5),
              { QT_TRANSLATE_NOOP("Page", "Remarks"), used ? remarks(timing.samples.flags) : timing.unavailable, 6 } });
    }
    return tableOf(std::move(rows));
}

Facts sweepFacts(const BatchSweep &sweep)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(sweep.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(sweep.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Search"), translatedName(sweep.search) },
                    { QT_TRANSLATE_NOOP("Page", "Bound by"), boundText(sweep) } };
    if (sweep.step > 1)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Step"), formatCount(sweep.step));
    if (!sweep.batchReason.empty())
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Batch"),
            sweep.batchSource == BatchSource::Unknown
                ? translated(QT_TRANSLATE_NOOP("Page", "not known: %1"), translated(phraseOf(sweep.batchReason)))
                : translated(QT_TRANSLATE_NOOP("Page", "%1: %2"), translatedName(sweep.batchSource),
                             translated(phraseOf(sweep.batchReason))));
    if (sweep.largest > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Largest"), formatCount(sweep.largest));
    if (sweep.recommended > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Recommended"),
                           sweep.confirmed ? translated(QT_TRANSLATE_NOOP("Page", "%1 (measured in full)"),
                                                        formatCount(sweep.recommended))
                                           : formatCount(sweep.recommended));
    const BatchPoint *best = sweep.find(sweep.best);
    if (best && best->throughputPerSecond > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Best"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1, %2, from the mean"), formatCount(sweep.best),
                                      rateText(best->throughputPerSecond, best->batch, sweep.batchSource)));
    if (sweep.knee > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Knee"), formatCount(sweep.knee));
    return facts;
}

TableContent sweepContent(const BatchSweep &sweep)
{
    std::vector<Cells> rows;
    for (const BatchPoint &point : sweep.points)
        rows.push_back(sweepRow(sweep, point));
    TableContent table = tableOf(std::move(rows));
    dropEmpty(table,
              { QT_TRANSLATE_NOOP("Page", "Reserved"), QT_TRANSLATE_NOOP("Page", "Unused"),
                QT_TRANSLATE_NOOP("Page", "Clock"), QT_TRANSLATE_NOOP("Page", "Power") });
    return table;
}

Facts pipelineFacts(const PipelineLatency &pipeline)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(pipeline.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(pipeline.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(pipeline.batch) } };
    for (const PipelineMode &mode : pipeline.modes) {
        const Summary &summary = mode.endToEnd.summary;
        if (summary.count > 0)
            facts.emplace_back(
                mode.mode == StageSeparation::Synchronized ? QT_TRANSLATE_NOOP("Page", "Synchronized")
                                                           : QT_TRANSLATE_NOOP("Page", "Events"),
                translated(QT_TRANSLATE_NOOP("Page", "median %1; %2, from the mean"), medianText(summary),
                           formatRate(1e9 / summary.meanNs, translated(QT_TRANSLATE_NOOP("Page", "runs")))));
    }
    if (std::ranges::any_of(pipeline.modes, [](const PipelineMode &mode) { return mode.endToEnd.summary.count > 0; }))
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Waiting costs"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (95 % interval %2)"),
                                      formatDuration(pipeline.synchronizationCostNs),
                                      intervalText(pipeline.synchronizationCostIntervalNs)));
    const auto &explain = currentLanguage().explanation;
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Why"), explain ? explain(pipeline) : pipeline.explanation);
    addConditionFacts(facts, pipeline.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"),
                       pipeline.partial ? translated(flagPhrase("partial")) : std::string());
    return facts;
}

TableContent pipelineContent(const PipelineLatency &pipeline)
{
    const auto rowOf = [&](const std::string &stage, std::string kind, std::string input, const auto &summaryIn) {
        Cells row { { QT_TRANSLATE_NOOP("Page", "Stage"), stage },
                    { QT_TRANSLATE_NOOP("Page", "Kind"), std::move(kind), 3 },
                    { factTitle(FactId::InputShapes), std::move(input), 4 } };
        for (const PipelineMode &mode : pipeline.modes) {
            const Summary &summary = summaryIn(mode);
            const double wholeNs = mode.endToEnd.summary.medianNs;
            row.push_back(number(translatedName(mode.mode), summary.count > 0 ? formatDuration(summary.medianNs) : ""));
            row.push_back(number(std::string("p99"), percentileText(summary, 99), 1));
            row.push_back(
                number(factTitle(FactId::Share), wholeNs > 0 ? formatPercent(summary.medianNs / wholeNs) : "", 2));
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

} // namespace rooflight
