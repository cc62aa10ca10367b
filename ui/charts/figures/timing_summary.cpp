// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/timing_summary.h"

#include "core/report/format/format.h"
#include "core/results/remedies/report.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

struct TimingSummaryText {
    Q_DECLARE_TR_FUNCTIONS(TimingSummary)
};

QString percent(double share)
{
    return percentText(std::abs(share));
}

} // namespace

QString methodSummary(const MethodComparison &comparison)
{
    QStringList lines;
    for (const MethodFinding &finding : comparison.findings)
        lines << displayText(textOf(finding, comparison));
    QStringList unavailable;
    for (const MethodTiming &timing : comparison.methods) {
        if (!timing.unavailable.empty())
            unavailable << displayName(timing.method);
    }
    if (!unavailable.isEmpty())
        lines << TimingSummaryText::tr("Not possible here: %1.").arg(unavailable.join(TimingSummaryText::tr("; ")));
    return lines.join(u'\n');
}

QString variantName(const InterleavedLatency &interleaved, const LatencyVariant &variant)
{
    const LatencyVariant &first = interleaved.variants.front();
    const QString file = QFileInfo(QString::fromStdString(variant.model)).fileName();
    QStringList parts;
    if (&variant == &first || variant.model != first.model)
        parts << file;
    if (&variant == &first || !(variant.execution == first.execution))
        parts << displayName(variant.execution);
    return parts.isEmpty() ? TimingSummaryText::tr("the same again") : parts.join(TimingSummaryText::tr(", "));
}

QString verdictText(const LatencyVariant &variant)
{
    const auto &[low, high] = variant.ratioInterval;
    if (variant.verdict == VariantVerdict::Faster)
        return TimingSummaryText::tr("%1 less time (95 % interval: %2 to %3)")
            .arg(percent(1 - variant.ratio), percent(1 - high), percent(1 - low));
    if (variant.verdict == VariantVerdict::Slower)
        return TimingSummaryText::tr("%1 more time (95 % interval: %2 to %3)")
            .arg(percent(variant.ratio - 1), percent(low - 1), percent(high - 1));
    if (variant.verdict == VariantVerdict::Same)
        return TimingSummaryText::tr("the same time to within 2 %");
    return TimingSummaryText::tr("no significant difference (95 % interval: %1 less to %2 more)")
        .arg(percent(1 - low), percent(high - 1));
}

QString interleavedSummary(const InterleavedLatency &interleaved)
{
    QStringList lines;
    for (const LatencyVariant &variant : interleaved.variants) {
        const QString name = variantName(interleaved, variant);
        const QString median = durationText(variant.samples.summary.medianNs);
        if (&variant == &interleaved.variants.front())
            lines << TimingSummaryText::tr("%1: %2").arg(name, median);
        else
            lines << TimingSummaryText::tr("%1: %2, %3").arg(name, median, verdictText(variant));
    }
    if (!lines.isEmpty())
        lines << TimingSummaryText::tr(
            "Both run in every round, in random order, and are compared within it: drift affects both equally.");
    return lines.join(u'\n');
}

namespace {

/// How many batches have times that are not to be relied on, and why; empty for none.
QString disturbance(const BatchSweep &sweep)
{
    std::vector<OpenEnum<SampleFlag>> flags;
    std::int64_t flagged = 0;
    for (const BatchPoint &point : sweep.points) {
        flagged += point.samples.flags.empty() ? 0 : 1;
        for (const OpenEnum<SampleFlag> &flag : point.samples.flags) {
            if (std::ranges::find(flags, flag) == flags.end())
                flags.push_back(flag);
        }
    }
    const QString reasons = flagNames(flags).join(TimingSummaryText::tr(", "));
    if (flagged > 0 && flagged == std::int64_t(sweep.points.size()))
        return TimingSummaryText::tr(
                   "All batch sizes were disturbed while they were timed (%1): sweep again when the machine is "
                   "quiet.")
            .arg(reasons);
    return flags.empty()
        ? QString()
        : TimingSummaryText::tr("Of %1 batch sizes, %2 were disturbed while they were timed (%3): sweep again when "
                                "the machine is quiet.")
              .arg(countText(std::int64_t(sweep.points.size())), countText(flagged), reasons);
}

} // namespace

QString sweepSummary(const BatchSweep &sweep)
{
    QStringList lines;
    if (sweep.end == "memory")
        lines << TimingSummaryText::tr("Batches larger than %1 do not fit into memory.").arg(countText(sweep.largest));
    else if (sweep.end == "maximum_batch")
        lines << TimingSummaryText::tr("Batches larger than %1 were not tried.").arg(countText(sweep.maximumBatch));
    else if (sweep.end == "slow")
        lines << TimingSummaryText::tr("Batches larger than %1 take too long per call.").arg(countText(sweep.largest));
    else if (sweep.end == "model")
        lines << TimingSummaryText::tr("The model accepts no batch other than %1.").arg(countText(sweep.largest));
    else
        lines << TimingSummaryText::tr("The sweep is not complete: started again, it continues from here.");
    const BatchPoint *best = sweep.find(sweep.best);
    if (best && best->throughputPerSecond > 0 && sweep.batchSource != BatchSource::Unknown)
        lines << TimingSummaryText::tr("Batch %1 is the smallest within 2 % of the highest throughput: %2 items/s.")
                     .arg(countText(sweep.best), QString::fromStdString(formatRounded(best->throughputPerSecond)));
    if (sweep.batchSource == BatchSource::Unknown && !sweep.batchReason.empty())
        lines << TimingSummaryText::tr("The batch dimension is unknown, so this sweep gives no items per second.");
    if (const QString flags = disturbance(sweep); !flags.isEmpty())
        lines << flags;
    return lines.join(u'\n');
}

QString pipelineSummary(const PipelineLatency &pipeline)
{
    return displayText(explanationOf(pipeline));
}

QString remediesSummary(const Remedies &remedies)
{
    QStringList lines;
    const Phrase best = bestRemedyPhrase(remedies);
    if (!best.text.empty())
        lines << displayText(best);
    else if (!remedies.partial)
        lines << TimingSummaryText::tr("No change is significantly faster.");
    for (const std::string &line : remedyInstructions(remedies))
        lines << QString::fromStdString(line);
    for (const Remedy &remedy : remedies.remedies) {
        if (remedy.obstacle.value().value_or(RemedyObstacle::Failed) == RemedyObstacle::Failed)
            lines << TimingSummaryText::tr("%1 was not timed: %2.")
                         .arg(displayText(phraseOf(nameOf(remedy))), displayText(phraseOf(reasonOf(remedy))));
    }
    return lines.join(QLatin1Char('\n'));
}

QString methodsPurpose()
{
    return TimingSummaryText::tr(
        "Times the model with all common methods, side by side, and says which of them is misleading "
        "here and why.");
}

QString interleavedPurpose()
{
    return TimingSummaryText::tr(
        "Times the model interleaved with another model, or with another way to run it, and says which "
        "is faster, even on a machine whose speed drifts.");
}

QString sweepPurpose()
{
    return TimingSummaryText::tr(
        "Finds the largest batch that fits and the one with the best throughput. A sweep that is "
        "stopped continues where it was.");
}

QString remediesPurpose()
{
    return TimingSummaryText::tr(
        "Times everything that can be changed without changing the model, interleaved with the model as it is, "
        "compares the outputs, and combines what makes it faster.");
}

QString pipelinePurpose()
{
    return TimingSummaryText::tr(
        "Times several models in a row with work of the host between them, with and without waiting after each.");
}

} // namespace rooflight
