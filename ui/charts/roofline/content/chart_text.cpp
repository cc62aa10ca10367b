// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/chart_text.h"

#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/verdicts.h"
#include "core/report/what_if_report.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/ridge.h"
#include "ui/models/layer_columns.h"
#include "ui/models/roof_choices.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"

#include <QStringList>

#include <algorithm>
#include <array>
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

namespace {

/// Why the ceiling that is drawn for the point is not the line of its roof.
void addCeiling(std::vector<CardRow> &rows, const RooflinePoint &point, const Roof *roof)
{
    constexpr double rounding = 1.005;
    const bool isHigher = roof && roof->compute() && point.verdict.attainableFlopPerSecond > roof->value * rounding;
    if (isHigher)
        rows.push_back(
            { ChartsText::tr("Above %1").arg(roofValueText(*roof)), ChartsText::tr("because zeros can be skipped") });
}

/// What was measured of several equal layers, or before, beside the facts of the one point.
void addComparisons(std::vector<CardRow> &rows, const RooflinePoint &point, const MarkDetails &details)
{
    if (details.equal.size() > 1 && details.fastestNs && details.slowestNs)
        rows.push_back(
            { ChartsText::tr("Time of each"),
              ChartsText::tr("%1 to %2").arg(durationText(*details.fastestNs), durationText(*details.slowestNs)) });
    if (point.timeNs && details.earlierNs && *details.earlierNs > 0) {
        const double ratio = *point.timeNs / *details.earlierNs;
        rows.push_back({ ChartsText::tr("Before"),
                         ChartsText::tr("%1 (ratio %2)")
                             .arg(durationText(*details.earlierNs), QString::fromStdString(formatRounded(ratio))) });
    }
}

} // namespace

namespace {

std::vector<CardRow> rowsOf(const RooflineContent &content, std::size_t index, std::span<const FactId> facts)
{
    const RooflinePoint &point = content.points[index];
    const MarkDetails &details = content.details[index];
    const ItemRow item { .point = &point,
                         .roof = roofAt(content.roofs, point.verdict.roof),
                         .inputShapes = &details.inputShapes,
                         .outputShapes = &details.outputShapes };
    const unsigned met = NeedsTimes | NeedsRoofs | (content.theoretical ? NeedsDataSheet : NeedsMeasuredRoofs);
    std::vector<CardRow> rows;
    for (const FactId id : facts) {
        const QString text = isMet(id, met) ? factDisplayText(item, id) : QString();
        if (!text.isEmpty())
            rows.push_back({ factTitleText(item, id), text });
        if (id == FactId::Time)
            addComparisons(rows, point, details);
        if (id == FactId::Attainable)
            addCeiling(rows, point, item.roof);
    }
    return rows;
}

} // namespace

std::vector<CardRow> cardRows(const RooflineContent &content, std::size_t index)
{
    return rowsOf(content, index, factsIn(OnCard));
}

std::vector<CardRow> hoverRows(const RooflineContent &content, std::size_t index)
{
    static constexpr std::array facts { FactId::Time,       FactId::Share,        FactId::Intensity, FactId::Achieved,
                                        FactId::Attainable, FactId::RoofFraction, FactId::Gain };
    std::vector<CardRow> rows = rowsOf(content, index, facts);
    const std::optional<ProvenFinding> &finding = content.points[index].finding;
    if (finding && finding->cause) // the answer comes first
        rows.insert(rows.begin(), { ChartsText::tr("Do this"), displayText(advicePhrase(*finding->cause)) });
    return rows;
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

QString cardText(const RooflineContent &content, std::size_t index)
{
    QString text = cardTitle(content, index) + u'\n';
    for (const CardRow &row : cardRows(content, index))
        text += row.name + u'\t' + row.value + u'\n';
    return text + verdictSentence(content.roofs, content.points[index]) + u'\n';
}

QString cardTitle(const RooflineContent &content, std::size_t index)
{
    const QString label = QString::fromStdString(content.points[index].label);
    const std::size_t count = content.details[index].equal.size();
    return count > 1 ? ChartsText::tr("%1 ×%2").arg(label).arg(count) : label;
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
