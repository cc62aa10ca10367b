// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <fmt/format.h>

#include <algorithm>

namespace rooflight {

namespace {

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

/// What the samples say; there is at least one.
void addStatistics(Facts &facts, const ModelLatency &latency)
{
    const Summary &summary = latency.samples.summary;
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Median"), medianText(summary));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Mean"), meanText(summary));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Range"), intervalText({ summary.minNs, summary.maxNs }));
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

Facts factsOf(const ModelLatency &latency)
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
    addEnergyFacts(facts, latency.energy, latency.batch, latency.batchSource);
    addConditionFacts(facts, latency.conditions);
    if (!latency.samples.flags.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(latency.samples.flags));
    return facts;
}

std::string csvOf(const ModelLatency &latency)
{
    CsvCells energy;
    if (latency.energy)
        energy.emplace_back("joules_per_run", numberCell(latency.energy->joulesPerRun));
    return samplesToCsv(latency.samples, latency.block, energy);
}

Sections sectionsOf(const ModelLatency &latency, const JudgedSession & /*judged*/)
{
    return { { .title = QT_TRANSLATE_NOOP("Page", "Latency of the model"), .facts = factsOf(latency) } };
}

} // namespace rooflight
