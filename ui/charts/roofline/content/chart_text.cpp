// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/chart_text.h"

#include "core/report/format/format.h"
#include "core/report/verdicts.h"
#include "core/report/what_if_report.h"
#include "core/roofline/ridge.h"
#include "ui/models/roof_choices.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <span>

namespace rooflight {

namespace {

QString noVerdictSentence(std::span<const Roof> roofs, const RooflinePoint &point)
{
    if (roofs.empty())
        return ChartsText::tr("The roofs of this machine have not been measured yet.");
    if (point.operators == 0)
        return ChartsText::tr("It runs no operator.");
    if (!point.known)
        return ChartsText::tr("It contains operators without a formula, so its work is unknown.");
    return ChartsText::tr("No measured roof covers this kind of work.");
}

} // namespace

QString ridgeLabel(const Roof &compute, const Roof &memory)
{
    return ChartsText::tr("Ridge %1").arg(QString::fromStdString(formatIntensity(ridge(compute, memory))));
}

QString relativeRidgeLabel()
{
    return ChartsText::tr("Ridge of each");
}

QString relativeRoofLabel(const Roof &roof)
{
    return roof.compute() ? ChartsText::tr("Compute roof of each") : ChartsText::tr("Memory roof of each");
}

QString shortRelativeRoofLabel(const Roof &roof)
{
    return roof.compute() ? ChartsText::tr("Compute roof") : ChartsText::tr("Memory roof");
}

QString hiddenOnStripLabel(std::size_t count)
{
    return ChartsText::tr("Without arithmetic, not shown here: %1").arg(count);
}

QString quantityText(double value, const Roof &roof)
{
    return QString::fromStdString(formatRoofValue(value, roof));
}

QString roofValueText(const Roof &roof)
{
    return quantityText(roof.value, roof);
}

QString roofLabel(const Roof &roof)
{
    if (isTyped(roof))
        return ChartsText::tr("%1: %2 (entered manually)").arg(roofName(roof), roofValueText(roof));
    return ChartsText::tr("%1: %2").arg(roofName(roof), roofValueText(roof));
}

QString shortRoofName(const Roof &roof)
{
    const ComputeLimit *compute = roof.compute();
    const MemoryLimit *memory = roof.memory();
    const std::string_view name = memory ? memory->level.name()
        : compute                        ? compute->precision.name()
                                         : std::string_view();
    return QString::fromStdString(std::string(name)).toUpper();
}

QString shortRoofLabel(const Roof &roof)
{
    const QString name = shortRoofName(roof);
    return name.isEmpty() ? roofValueText(roof) : ChartsText::tr("%1: %2").arg(name, roofValueText(roof));
}

QString whatIfLabel(const RooflineContent &content)
{
    if (content.change)
        return ChartsText::tr("What if: %1, not measured").arg(inlineName(*content.change));
    if (!content.theoretical)
        return {};
    return ChartsText::tr("What if: %1, theoretical, not measured").arg(QString::fromStdString(content.device));
}

QString shortWhatIfLabel()
{
    return ChartsText::tr("What if: not measured");
}

QString launchLabel(const Roof &roof)
{
    return ChartsText::tr("⊤ launch ceiling, %2: this point in a run of only %1")
        .arg(roofValueText(roof), roofName(roof));
}

QString shortLaunchLabel(const Roof &roof)
{
    return ChartsText::tr("⊤ launch ceiling: %1").arg(roofValueText(roof));
}

QString samplesSummary(const Roof &roof)
{
    if (roof.samples.empty())
        return {};
    const auto [low, high] = std::minmax_element(roof.samples.begin(), roof.samples.end());
    return ChartsText::tr("Repetitions: %1, from %2 to %3")
        .arg(QString::number(roof.samples.size()), quantityText(*low, roof), quantityText(*high, roof));
}

QString roofWithTheoryLabel(const Roof &roof)
{
    if (isTyped(roof))
        return roofLabel(roof);
    return ChartsText::tr("%1: %2 (theoretical %3)")
        .arg(roofName(roof), quantityText(roof.value, roof.valueUnit()),
             quantityText(roof.theoretical.value_or(roof.value), roof.valueUnit()));
}

QString theoreticalRoofLabel(const Roof &roof)
{
    return ChartsText::tr("%1, theoretical: %2")
        .arg(roofName(roof), quantityText(roof.theoretical.value_or(roof.value), roof.valueUnit()));
}

QString verdictSentence(std::span<const Roof> roofs, const RooflinePoint &point)
{
    const QString verdict = displayText(verdictPhrase(point, roofs));
    if (verdict.isEmpty())
        return noVerdictSentence(roofs, point);
    return point.operators > 1
        ? ChartsText::tr("%1 Its time at the roof is the sum over its %2 operators, each under its own roof.")
              .arg(verdict, QString::number(point.operators))
        : verdict;
}

QString fusionSentence(const Fusion &fusion)
{
    if (!fusion.keepsResults() || !(fusion.savedNs() > 0))
        return {};
    return ChartsText::tr(
               "As one operator, these %1 would need %2 of traffic instead of %3, and %4 instead of %5 at the roofs.")
        .arg(QString::number(fusion.operators), bytesText(fusion.bytes), bytesText(fusion.bytesBefore),
             durationText(fusion.atRoofNs), durationText(fusion.atRoofBeforeNs));
}

QString jointSentence(const JointFigures &joint)
{
    if (joint.items.size() < 2 || !joint.timeNs)
        return {};
    const QString count = QString::number(joint.items.size());
    const QString time = durationText(*joint.timeNs);
    const QString share = percentText(joint.timeShare.value_or(0));
    return joint.timeToGainNs ? ChartsText::tr("Selected: %1, together %2 (%3 of the model); at their roofs %4 less.")
                                    .arg(count, time, share, durationText(*joint.timeToGainNs))
                              : ChartsText::tr("Selected: %1, together %2 (%3 of the model).").arg(count, time, share);
}

QString chartSummary(const RooflineContent &content)
{
    if (content.empty())
        return ChartsText::tr("No session is open.");
    QStringList sentences;
    sentences << ChartsText::tr("Points on the chart: %1.").arg(content.points.size());
    for (const Bound bound :
         { Bound::Compute, Bound::Bandwidth, Bound::Balanced, Bound::Launch, Bound::Underutilized }) {
        const auto count = std::count_if(content.points.begin(), content.points.end(),
                                         [bound](const auto &point) { return point.verdict.bound == bound; });
        if (count > 0)
            sentences << ChartsText::tr("%1: %2.").arg(displayName(bound), QString::number(count));
    }
    if (content.ridge) {
        const Roof &compute = content.roofs[content.ridge->computeRoof];
        const Roof &memory = content.roofs[content.ridge->memoryRoof];
        sentences << ChartsText::tr("Compute roof %1.").arg(roofLabel(compute));
        sentences << ChartsText::tr("Memory roof %1.").arg(roofLabel(memory));
        sentences << ChartsText::tr("%1.").arg(ridgeLabel(compute, memory));
    }
    const RooflinePoint *slowest = nullptr;
    for (const RooflinePoint &point : content.points) {
        const bool isTimed = point.timeNs && std::isfinite(*point.timeNs);
        if (isTimed && (!slowest || *point.timeNs > *slowest->timeNs))
            slowest = &point;
    }
    if (slowest) {
        sentences << ChartsText::tr("Most time: %1, %2.")
                         .arg(QString::fromStdString(slowest->label), durationText(*slowest->timeNs));
    }
    return joinedSentences(sentences);
}

} // namespace rooflight
