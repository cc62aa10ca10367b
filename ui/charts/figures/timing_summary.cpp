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

const MethodTiming *find(const MethodComparison &comparison, const OpenEnum<TimingMethod> &method)
{
    const auto found = std::ranges::find(comparison.methods, method, &MethodTiming::method);
    return found == comparison.methods.end() ? nullptr : &*found;
}

/// "10.1 ms (9.80 ms to 10.4 ms)".
QString medianWithInterval(const Summary &summary)
{
    return TimingSummaryText::tr("%1 (%2 to %3)")
        .arg(durationText(summary.medianNs), durationText(summary.medianIntervalNs[0]),
             durationText(summary.medianIntervalNs[1]));
}

/// Host clocks of a CPU time the same work.
QString clocksSentence(const MethodTiming &timing, const MethodTiming &reference, bool apart)
{
    const QString difference = timing.bias < 0 ? TimingSummaryText::tr("%1 less").arg(percent(timing.bias))
                                               : TimingSummaryText::tr("%1 more").arg(percent(timing.bias));
    const QString text = apart
        ? TimingSummaryText::tr(
            "“%1” reads %2 than “%3”: median %4 instead of %5. On a CPU they time the same work, so the machine "
            "was busy or changed its speed: repeat it on a quiet one.")
        : TimingSummaryText::tr(
            "“%1” reads %2 than “%3”: median %4 instead of %5. Their intervals overlap: the machine is too "
            "noisy to separate them.");
    return text.arg(displayName(timing.method), difference, displayName(reference.method),
                    medianWithInterval(timing.samples.summary), medianWithInterval(reference.samples.summary));
}

/// The sentence of a finding with its numbers; what the worker wrote for one of a newer version.
QString sentence(const MethodComparison &comparison, const MethodFinding &finding)
{
    const MethodTiming *timing = find(comparison, finding.method);
    const MethodTiming *reference = find(comparison, comparison.reference);
    if (!timing || !reference)
        return QString::fromStdString(finding.text);
    const QString median = durationText(timing->samples.summary.medianNs);
    const QString referenceMedian = durationText(reference->samples.summary.medianNs);
    const QString bias = percent(timing->bias);
    if (finding.code == "queueing_only")
        return TimingSummaryText::tr("Without a wait, the host clock shows %1 while the device works for %2: it stops "
                                     "when the work is queued, not when it is done. Do not report it as the latency.")
            .arg(median, referenceMedian);
    if (finding.code == "waiting_included")
        return TimingSummaryText::tr(
                   "Waiting for the device after every call adds %1 (%2): queueing before the first kernel and "
                   "waking up after the last one.")
            .arg(durationText(timing->biasNs), bias);
    if (finding.code == "pipelined")
        return TimingSummaryText::tr("Calls queued back to back take %1 each: this is throughput, not latency.")
            .arg(median);
    if (finding.code == "host_gaps")
        return TimingSummaryText::tr(
                   "Between its kernels the device waits %1 (%2) for the host to queue the next one. The model is "
                   "launch-bound there; a CUDA graph or a larger batch would help.")
            .arg(durationText(timing->biasNs), bias);
    if (finding.code == "graph")
        return TimingSummaryText::tr("As a CUDA graph the model takes %1.").arg(median);
    if (finding.code == "gaps_between_kernels")
        return TimingSummaryText::tr("The kernels themselves take %1; the rest, %2, is the time between them.")
            .arg(median, bias);
    if (finding.code == "kernels_overlap")
        return TimingSummaryText::
            tr("The kernels' own times add up to %1: they overlap, or the profiler that records them slows them down.")
                .arg(median);
    if (finding.code == "cold_start" && !timing->samples.warmupNs.empty())
        return TimingSummaryText::
            tr("The first call takes %1, later calls take %2: without a warm-up, the mean of %3 calls is %4 too high.")
                .arg(durationText(timing->samples.warmupNs.front()), referenceMedian,
                     countText(timing->withoutWarmup.count), percent(timing->firstCallsBias));
    if (finding.code == "agree")
        return TimingSummaryText::tr(
                   "Once warm, all methods agree: %1 differs most, by %2 of the reference's %3 (95 % interval %4 to "
                   "%5).")
            .arg(displayName(timing->method), bias, referenceMedian,
                 durationText(reference->samples.summary.medianIntervalNs[0]),
                 durationText(reference->samples.summary.medianIntervalNs[1]));
    if (finding.code == "clocks_differ" || finding.code == "clocks_unsure")
        return clocksSentence(*timing, *reference, finding.code == "clocks_differ");
    return QString::fromStdString(finding.text);
}

} // namespace

QString methodSummary(const MethodComparison &comparison)
{
    QStringList lines;
    for (const MethodFinding &finding : comparison.findings)
        lines << sentence(comparison, finding);
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
    const auto &[low, high] = pipeline.synchronizationCostIntervalNs;
    if (pipeline.device.kind == "cpu" && (low > 0 || high < 0))
        return TimingSummaryText::tr(
            "On a CPU a stage returns when its work is done: there is nothing to wait for. That the two ways "
            "differ here shows that the machine was busy.");
    if (pipeline.device.kind == "cpu")
        return TimingSummaryText::tr(
                   "On a CPU a stage returns when its work is done: there is nothing to wait for, and no difference "
                   "between the two ways can be distinguished from noise (%1 to %2).")
            .arg(QString::fromStdString(formatDifference(low)), QString::fromStdString(formatDifference(high)));
    if (low <= 0)
        return TimingSummaryText::tr("Waiting after each stage costs nothing that can be distinguished from noise.");
    return TimingSummaryText::tr(
               "Waiting after each stage costs %1 per run (%2 to %3): without it the host continues while the "
               "device still works.")
        .arg(durationText(pipeline.synchronizationCostNs), durationText(low), durationText(high));
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
