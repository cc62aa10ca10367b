// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <cmath>
#include <utility>

namespace rooflight {

namespace {

Facts factsOf(const InterleavedLatency &latency)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(latency.device) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(latency.batch) } };
    addConditionFacts(facts, latency.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText({}, latency.partial));
    return facts;
}

/// One row a variant.
TableContent contentOf(const InterleavedLatency &latency)
{
    std::vector<Cells> rows;
    for (const LatencyVariant &variant : latency.variants) {
        const Summary &summary = variant.samples.summary;
        const bool baseline = variant.verdict == VariantVerdict::Baseline;
        rows.push_back(
            { { QT_TRANSLATE_NOOP("Page", "Variant"), fileNameOf(variant.model) },
              { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(variant.execution), 1 },
              number(QT_TRANSLATE_NOOP("Page", "Median"), summary.count > 0 ? formatDuration(summary.medianNs) : ""),
              number(QT_TRANSLATE_NOOP("Page", "Against the first"),
                     baseline || summary.count == 0 ? "" : formatPercentChange(variant.ratio - 1)),
              number(QT_TRANSLATE_NOOP("Page", "95 % interval"),
                     baseline || summary.count == 0 ? "" : translated(changePhrase(variant.ratioInterval)), 2),
              { QT_TRANSLATE_NOOP("Page", "Verdict"), translatedName(variant.verdict) },
              number(std::string("p99"), percentileText(summary, 99), 4),
              number(QT_TRANSLATE_NOOP("Page", "Rounds"), formatCount(summary.count), 5),
              { QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(variant.samples.flags), 3 } });
    }
    return tableOf(std::move(rows));
}

} // namespace

std::string csvOf(const InterleavedLatency &latency)
{
    return csvRows(latency.variants, [](const LatencyVariant &variant) {
        const Execution &execution = variant.execution;
        const auto ifTimed = [timed = variant.samples.summary.count > 0](double value) {
            return timed ? numberCell(value) : std::string();
        };
        return joined({ { { "model", variant.model },
                          { "executor", std::string(name(execution.executor)) },
                          { "precision", std::string(name(execution.precision)) },
                          { "memory_format", std::string(name(execution.memoryFormat)) },
                          { "tf32", std::string(name(execution.tf32)) },
                          { "caches", std::string(name(execution.caches)) },
                          { "ratio", ifTimed(variant.ratio) },
                          { "ratio_low", ifTimed(variant.ratioInterval[0]) },
                          { "ratio_high", ifTimed(variant.ratioInterval[1]) },
                          { "verdict", std::string(variant.verdict.name()) } },
                        statisticsCells(variant.samples.summary) });
    });
}

Phrase namePhrase(const LatencyVariant &variant, const InterleavedLatency &latency)
{
    const LatencyVariant &first = latency.variants.front();
    std::vector<Phrase> parts;
    if (&variant == &first || variant.model != first.model)
        parts.push_back(literalPhrase(fileNameOf(variant.model)));
    if (&variant == &first || !(variant.execution == first.execution))
        parts.push_back(namePhrase(variant.execution));
    return parts.empty() ? Phrase { QT_TRANSLATE_NOOP("Phrases", "the same again") } : listOf(std::move(parts));
}

Phrase comparisonPhrase(const LatencyVariant &variant, const InterleavedLatency &latency)
{
    const auto percent = [](double share) { return literalPhrase(formatPercent(std::abs(share))); };
    const auto &[low, high] = variant.ratioInterval;
    if (variant.verdict == VariantVerdict::Faster)
        return { QT_TRANSLATE_NOOP("Phrases", "%1 less time (95 % interval: %2 to %3)"),
                 { percent(1 - variant.ratio), percent(1 - high), percent(1 - low) } };
    if (variant.verdict == VariantVerdict::Slower)
        return { QT_TRANSLATE_NOOP("Phrases", "%1 more time (95 % interval: %2 to %3)"),
                 { percent(variant.ratio - 1), percent(low - 1), percent(high - 1) } };
    if (variant.verdict == VariantVerdict::Same)
        return { QT_TRANSLATE_NOOP("Phrases", "the same time to within 2 %") };
    const bool isDoubtful =
        doubtOf(latency.control) != TrialDoubt::None || variant.samples.summary.count < roundsOfInterval;
    if (isDoubtful || low > 1 || high < 1) // an interval that excludes 1 is unclear for no other reason
        return { QT_TRANSLATE_NOOP("Phrases", "not decided: these runs were disturbed, or too few") };
    return { QT_TRANSLATE_NOOP("Phrases", "no significant difference (95 % interval: %1 less to %2 more)"),
             { percent(1 - low), percent(high - 1) } };
}

std::vector<Phrase> conclusionsOf(const InterleavedLatency &latency)
{
    const std::vector<OpenEnum<SampleFlag>> none;
    std::vector<Phrase> conclusions =
        doubtsOf(latency.variants.empty() ? none : latency.variants.front().samples.flags, latency.partial);
    const std::size_t doubts = conclusions.size();
    for (const LatencyVariant &variant : latency.variants) {
        if (&variant == &latency.variants.front() || variant.samples.summary.count == 0)
            continue;
        Phrase conclusion { QT_TRANSLATE_NOOP("Phrases", "%1: %2, %3"),
                            { namePhrase(variant, latency),
                              literalPhrase(formatDuration(variant.samples.summary.medianNs)),
                              comparisonPhrase(variant, latency) } };
        conclusion.isSentence = true;
        conclusions.push_back(std::move(conclusion));
    }
    if (conclusions.size() > doubts)
        conclusions.push_back({ QT_TRANSLATE_NOOP("Phrases",
                                                  "All variants run in every round, in random order, and are compared "
                                                  "within it: drift affects them equally.") });
    return conclusions;
}

Sections sectionsOf(const InterleavedLatency &latency, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Interleaved runs"), factsOf(latency), contentOf(latency),
               translated(conclusionsOf(latency)) } };
}

} // namespace rooflight
