// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

namespace rooflight {

namespace {

Facts factsOf(const MethodComparison &comparison)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(comparison.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(comparison.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(comparison.batch) },
                    { QT_TRANSLATE_NOOP("Page", "Reference"), translatedName(comparison.reference) } };
    addConditionFacts(facts, comparison.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText({}, comparison.partial));
    return facts;
}

/// One row a method; one that does not apply says why.
TableContent contentOf(const MethodComparison &comparison)
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
              { QT_TRANSLATE_NOOP("Page", "Remarks"), used ? remarksText(timing.samples.flags) : timing.unavailable,
                6 } });
    }
    return tableOf(std::move(rows));
}

} // namespace

std::string csvOf(const MethodComparison &comparison)
{
    return csvRows(comparison.methods, [](const MethodTiming &timing) {
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

std::vector<Phrase> conclusionsOf(const MethodComparison &methods)
{
    const MethodTiming *const reference = timingOf(methods, methods.reference);
    std::vector<Phrase> conclusions =
        doubtsOf(reference ? reference->samples.flags : std::vector<OpenEnum<SampleFlag>>(), methods.partial);
    for (const MethodFinding &finding : methods.findings)
        conclusions.push_back(phraseOf(textOf(finding, methods)));
    std::vector<Phrase> unavailable;
    for (const MethodTiming &timing : methods.methods) {
        if (!timing.unavailable.empty())
            unavailable.push_back(namePhrase(timing.method));
    }
    if (!unavailable.empty())
        conclusions.push_back(
            { QT_TRANSLATE_NOOP("Phrases", "Not possible here: %1."), { listOf(std::move(unavailable)) } });
    return conclusions;
}

Sections sectionsOf(const MethodComparison &methods, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Timing methods side by side"), factsOf(methods), contentOf(methods),
               translated(conclusionsOf(methods)) } };
}

} // namespace rooflight
