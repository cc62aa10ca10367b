// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/timing_words.h"

#include "core/report/format.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TimingWords)
};

QString duration(double nanoseconds)
{
    return QString::fromStdString(formatDuration(nanoseconds));
}

QString percent(double share)
{
    return QString::fromStdString(formatPercent(std::abs(share)));
}

QString counted(std::int64_t count)
{
    return QString::fromStdString(formatCount(count));
}

const MethodTiming *find(const MethodComparison &comparison, std::string_view method)
{
    const auto found = std::ranges::find(comparison.methods, method, &MethodTiming::method);
    return found == comparison.methods.end() ? nullptr : &*found;
}

/// The sentence of a finding with its numbers; what the worker wrote for one of a newer version.
QString sentence(const MethodComparison &comparison, const MethodFinding &finding)
{
    const MethodTiming *timing = find(comparison, finding.method);
    const MethodTiming *reference = find(comparison, comparison.reference);
    if (!timing || !reference)
        return QString::fromStdString(finding.text);
    const QString median = duration(timing->samples.summary.medianNs);
    const QString referenceMedian = duration(reference->samples.summary.medianNs);
    const QString bias = percent(timing->bias);
    if (finding.code == "queueing_only")
        return Words::tr("The host clock without a wait says %1 where the device works %2: it stops when the work is "
                         "queued, not when it is done. Never take it for the latency.")
            .arg(median, referenceMedian);
    if (finding.code == "waiting_included")
        return Words::tr("Waiting for the device behind every call adds %1 (%2): queueing before the first kernel and "
                         "waking up after the last one.")
            .arg(duration(timing->biasNs), bias);
    if (finding.code == "pipelined")
        return Words::tr("Calls queued one behind the other take %1 each: that is a throughput, not a latency.")
            .arg(median);
    if (finding.code == "host_gaps")
        return Words::tr(
                   "Between its kernels the device waits %1 (%2) for the host to queue the next one. The model is "
                   "bound by launches there; a CUDA graph or a larger batch would help.")
            .arg(duration(timing->biasNs), bias);
    if (finding.code == "graph")
        return Words::tr("As a CUDA graph the model takes %1.").arg(median);
    if (finding.code == "gaps_between_kernels")
        return Words::tr("The kernels themselves take %1; the rest, %2, lies between them.").arg(median, bias);
    if (finding.code == "kernels_overlap")
        return Words::tr("The kernels' own times add up to %1: they overlap, or the tool that notes them slows them "
                         "down.")
            .arg(median);
    if (finding.code == "cold_start" && !timing->samples.warmupNs.empty())
        return Words::tr("The first call takes %1 where later ones take %2: without a warm-up the mean of %3 calls is "
                         "%4 too high.")
            .arg(duration(timing->samples.warmupNs.front()), referenceMedian, counted(timing->withoutWarmup.count),
                 percent(timing->firstCallsBias));
    if (finding.code == "agree")
        return comparison.device.kind == "cpu"
            ? Words::tr("On a CPU a call returns when its work is done: once warm, all host clocks measure the same.")
            : Words::tr("Once warm, all methods agree within 2 %.");
    return QString::fromStdString(finding.text);
}

} // namespace

QString methodWords(const MethodComparison &comparison)
{
    QStringList lines;
    for (const MethodFinding &finding : comparison.findings)
        lines << sentence(comparison, finding);
    QStringList unavailable;
    for (const MethodTiming &timing : comparison.methods) {
        if (!timing.unavailable.empty())
            unavailable << methodName(timing.method);
    }
    if (!unavailable.isEmpty())
        lines << Words::tr("Not possible here: %1.").arg(unavailable.join(Words::tr("; ")));
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
    return parts.isEmpty() ? Words::tr("the same again") : parts.join(Words::tr(", "));
}

QString verdictWords(const LatencyVariant &variant)
{
    const auto &[low, high] = variant.ratioInterval;
    if (variant.verdict == VariantVerdict::faster)
        return Words::tr("%1 less time (95 % interval: %2 to %3)")
            .arg(percent(1 - variant.ratio), percent(1 - high), percent(1 - low));
    if (variant.verdict == VariantVerdict::slower)
        return Words::tr("%1 more time (95 % interval: %2 to %3)")
            .arg(percent(variant.ratio - 1), percent(low - 1), percent(high - 1));
    if (variant.verdict == VariantVerdict::same)
        return Words::tr("the same time to within 2 %");
    return Words::tr("not told apart (95 % interval: %1 less to %2 more)").arg(percent(1 - low), percent(high - 1));
}

QString turnsWords(const InterleavedLatency &interleaved)
{
    QStringList lines;
    for (const LatencyVariant &variant : interleaved.variants) {
        const QString name = variantName(interleaved, variant);
        const QString median = duration(variant.samples.summary.medianNs);
        if (&variant == &interleaved.variants.front())
            lines << Words::tr("%1: %2").arg(name, median);
        else
            lines << Words::tr("%1: %2, %3").arg(name, median, verdictWords(variant));
    }
    if (!lines.isEmpty())
        lines << Words::tr(
            "Both run in every round, in random order, and are compared within it: what drifts meets both "
            "alike.");
    return lines.join(u'\n');
}

QString sweepWords(const BatchSweep &sweep)
{
    QStringList lines;
    if (sweep.end == "memory")
        lines << Words::tr("Larger batches than %1 do not fit into memory.").arg(counted(sweep.largest));
    else if (sweep.end == "maximum_batch")
        lines << Words::tr("Larger batches than %1 were not tried.").arg(counted(sweep.maximumBatch));
    else if (sweep.end == "slow")
        lines << Words::tr("Larger batches than %1 take too long a call.").arg(counted(sweep.largest));
    else if (sweep.end == "model")
        lines << Words::tr("The model refuses other batches than %1.").arg(counted(sweep.largest));
    else
        lines << Words::tr("The sweep is not done: asked for again, it goes on from here.");
    if (const BatchPoint *best = sweep.find(sweep.best))
        lines << Words::tr("Batch %1 is the smallest within 2 % of the highest throughput: %2.")
                     .arg(counted(sweep.best),
                          QString::fromStdString(formatQuantity(best->throughputPerSecond, "1/s")));
    return lines.join(u'\n');
}

QString pipelineWords(const PipelineLatency &pipeline)
{
    const auto &[low, high] = pipeline.synchronizationCostIntervalNs;
    if (pipeline.device.kind == "cpu")
        return Words::tr("On a CPU a stage returns when its work is done: there is nothing to wait for, and both ways "
                         "take the same time.");
    if (low <= 0)
        return Words::tr("Waiting behind each stage costs nothing that could be told from noise.");
    return Words::tr(
               "Waiting behind each stage costs %1 a run (%2 to %3): without it the host goes on while the device "
               "still works.")
        .arg(duration(pipeline.synchronizationCostNs), duration(low), duration(high));
}

QString whatItIsFor(RequestKind kind)
{
    switch (kind) {
    case RequestKind::Latency:
        return Words::tr("Times the model and another one, or another way to run it, in turns, and tells which is "
                         "faster: on a machine whose speed drifts, too.");
    case RequestKind::Methods:
        return Words::tr("Times the model in every way people do, side by side, and tells which one deceives here and "
                         "why.");
    case RequestKind::Sweep:
        return Words::tr("Finds the largest batch that fits and the one with the best throughput. A sweep that is "
                         "stopped goes on where it was.");
    default:
        return Words::tr("Times several models in a row with work of the host between them, with and without waiting "
                         "behind each.");
    }
}

} // namespace ridgepoint
