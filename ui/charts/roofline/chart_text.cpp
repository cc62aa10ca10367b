// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/chart_text.h"

#include "core/base/clock.h"
#include "core/report/format/format.h"
#include "core/report/headline.h"
#include "core/roofline/roofs.h"
#include "ui/models/roof_choices.h"
#include "ui/style/display_names.h"
#include "ui/style/sentences.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

QString quantity(double value, std::string_view unit)
{
    return QString::fromStdString(formatQuantity(value, unit));
}

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

QString duration(double nanoseconds)
{
    return QString::fromStdString(formatDuration(nanoseconds));
}

QString noVerdictSentence(std::span<const Roof> roofs, const RooflinePoint &point)
{
    if (roofs.empty())
        return Text::tr("The roofs of this machine are not measured yet.");
    if (point.operators == 0)
        return Text::tr("It runs no operator.");
    if (!point.known)
        return Text::tr("It holds operators without a formula, so its work is not known.");
    return Text::tr("No measured roof covers work of this kind.");
}

} // namespace

QString ridgeLabel(double flopPerByte)
{
    return Text::tr("Ridge %1").arg(QString::fromStdString(formatIntensity(flopPerByte)));
}

QString relativeRidgeLabel()
{
    return Text::tr("Ridge of each");
}

QString relativeRoofLabel(const Roof &roof)
{
    return roof.compute() ? Text::tr("Compute roof of each") : Text::tr("Memory roof of each");
}

QString shortRelativeRoofLabel(const Roof &roof)
{
    return roof.compute() ? Text::tr("Compute roof") : Text::tr("Memory roof");
}

QString hiddenOnStripLabel(std::size_t count)
{
    return Text::tr("Without arithmetic, not shown here: %1").arg(count);
}

QString quantityText(double value, const Roof &roof)
{
    return roof.launch() ? duration(value * nsPerSecond) : quantity(value, roof.valueUnit());
}

QString roofValueText(const Roof &roof)
{
    return quantityText(roof.value, roof);
}

QString roofLabel(const Roof &roof)
{
    if (isTyped(roof))
        return Text::tr("%1: %2 (entered manually)").arg(roofName(roof.name), roofValueText(roof));
    return Text::tr("%1: %2").arg(roofName(roof.name), roofValueText(roof));
}

QString shortRoofLabel(const Roof &roof)
{
    const ComputeLimit *compute = roof.compute();
    const MemoryLimit *memory = roof.memory();
    if (!compute && !memory)
        return roofValueText(roof);
    const std::string_view name = memory ? memory->level.name() : compute->precision.name();
    return Text::tr("%1: %2").arg(QString::fromStdString(std::string(name)).toUpper(), roofValueText(roof));
}

QString whatIfLabel(const RooflineContent &content)
{
    if (!content.theoretical)
        return {};
    return Text::tr("What if: %1, theoretical, not measured").arg(QString::fromStdString(content.device));
}

QString launchLabel(const Roof &roof)
{
    return Text::tr("⊤ launch ceiling: the point below in a run of only %1 (%2)")
        .arg(roofValueText(roof), roofName(roof.name));
}

QString shortLaunchLabel(const Roof &roof)
{
    return Text::tr("⊤ launch ceiling: %1").arg(roofValueText(roof));
}

QString samplesSummary(const Roof &roof)
{
    if (roof.samples.empty())
        return {};
    const auto [low, high] = std::minmax_element(roof.samples.begin(), roof.samples.end());
    return Text::tr("Repetitions: %1, from %2 to %3")
        .arg(QString::number(roof.samples.size()), quantityText(*low, roof), quantityText(*high, roof));
}

QString roofWithTheoryLabel(const Roof &roof)
{
    if (isTyped(roof))
        return roofLabel(roof);
    return Text::tr("%1: %2 (theoretical %3)")
        .arg(roofName(roof.name), quantity(roof.value, roof.valueUnit()),
             quantity(roof.theoretical.value_or(roof.value), roof.valueUnit()));
}

QString theoreticalRoofLabel(const Roof &roof)
{
    return Text::tr("%1, theoretical: %2")
        .arg(roofName(roof.name), quantity(roof.theoretical.value_or(roof.value), roof.valueUnit()));
}

QString verdictSentence(std::span<const Roof> roofs, const RooflinePoint &point)
{
    const QString verdict = displayText(verdictPhrase(point, roofs));
    if (verdict.isEmpty())
        return noVerdictSentence(roofs, point);
    return point.operators > 1
        ? Text::tr("%1 Its time at the roof is the sum of its %2 operators', each under its own roof.")
              .arg(verdict, QString::number(point.operators))
        : verdict;
}

QString intensityText(const RooflinePoint &point)
{
    if (!point.arithmeticIntensity)
        return {};
    const QString unfused = QString::fromStdString(formatIntensity(*point.arithmeticIntensity));
    const QString fused = QString::fromStdString(formatIntensity(point.fusedIntensity.value_or(0)));
    const bool isInterval = point.fusedIntensity && *point.fusedIntensity > *point.arithmeticIntensity;
    return isInterval && fused != unfused ? Text::tr("%1 unfused, %2 fused").arg(unfused, fused) : unfused;
}

QString judgeName(const RooflinePoint &point)
{
    return point.operators > 1 ? Text::tr("Most time under") : Text::tr("Judged by");
}

namespace {

void addWork(std::vector<CardRow> &rows, const RooflinePoint &point, const MarkDetails &details)
{
    if (!details.inputShapes.empty())
        rows.push_back({ Text::tr("Input"), QString::fromStdString(formatShapes(details.inputShapes)) });
    if (!details.outputShapes.empty())
        rows.push_back({ Text::tr("Output"), QString::fromStdString(formatShapes(details.outputShapes)) });
    if (point.known || point.cost.flops > 0) {
        rows.push_back({ Text::tr("Work"),
                         Text::tr("%1 (%2)").arg(quantity(static_cast<double>(point.cost.flops), "FLOP"),
                                                 quantity(static_cast<double>(point.cost.macs), "MAC")) });
    }
    rows.push_back({ Text::tr("Traffic"),
                     Text::tr("%1 read, %2 written")
                         .arg(QString::fromStdString(formatBytes(point.cost.bytesRead)),
                              QString::fromStdString(formatBytes(point.cost.bytesWritten))) });
    if (const QString intensity = intensityText(point); !intensity.isEmpty())
        rows.push_back({ Text::tr("Intensity"), intensity });
}

void addTimes(std::vector<CardRow> &rows, const RooflinePoint &point, const MarkDetails &details)
{
    if (!point.timeNs)
        return;
    const QString time = duration(*point.timeNs);
    if (details.equal.size() > 1) {
        rows.push_back({ Text::tr("Time of all"), time });
        if (details.fastestNs && details.slowestNs)
            rows.push_back({ Text::tr("Time of each"),
                             Text::tr("%1 to %2").arg(duration(*details.fastestNs), duration(*details.slowestNs)) });
        return;
    }
    rows.push_back({ Text::tr("Time"),
                     details.p10Ns && details.p90Ns
                         ? Text::tr("%1 (p10 %2, p90 %3)").arg(time, duration(*details.p10Ns), duration(*details.p90Ns))
                         : time });
    if (details.earlierNs && *details.earlierNs > 0) {
        const double ratio = *point.timeNs / *details.earlierNs;
        rows.push_back({ Text::tr("Before"),
                         Text::tr("%1 (ratio %2)")
                             .arg(duration(*details.earlierNs), QString::fromStdString(formatRounded(ratio))) });
    }
}

void addRates(std::vector<CardRow> &rows, const RooflinePoint &point)
{
    if (point.timeShare)
        rows.push_back({ Text::tr("Share of the model"), percent(*point.timeShare) });
    if (point.cost.flops > 0 && point.achievedFlopPerSecond)
        rows.push_back({ Text::tr("Achieved"), quantity(*point.achievedFlopPerSecond, "FLOP/s") });
    else if (point.achievedBytePerSecond)
        rows.push_back({ Text::tr("Achieved"), quantity(*point.achievedBytePerSecond, "B/s") });
    if (point.verdict.attainableFlopPerSecond)
        rows.push_back({ Text::tr("Attainable"), quantity(*point.verdict.attainableFlopPerSecond, "FLOP/s") });
}

} // namespace

std::vector<CardRow> cardRows(const RooflineContent &content, std::size_t index)
{
    const RooflinePoint &point = content.points[index];
    std::vector<CardRow> rows;
    addWork(rows, point, content.details[index]);
    addTimes(rows, point, content.details[index]);
    if (content.theoretical && point.timeAtRoofNs)
        rows.push_back({ Text::tr("There at best"), duration(*point.timeAtRoofNs) });
    addRates(rows, point);
    if (const Roof *roof = roofAt(content.roofs, point.verdict.roof))
        rows.push_back({ judgeName(point), roofLabel(*roof) });
    if (point.timeNs && point.timeAtRoofNs && !content.theoretical)
        rows.push_back({ Text::tr("Time at the roof"), duration(*point.timeAtRoofNs) });
    if (point.verdict.roofFraction)
        rows.push_back({ Text::tr("Of its roof"), percent(*point.verdict.roofFraction) });
    return rows;
}

QString fusionSentence(const Fusion &fusion)
{
    if (fusion.operators < 2 || !(fusion.savedNs() > 0))
        return {};
    const QString count = QString::number(fusion.operators);
    const QString bytes = QString::fromStdString(formatBytes(fusion.bytes));
    const QString before = QString::fromStdString(formatBytes(fusion.bytesBefore));
    if (bytes == before)
        return Text::tr("If these %1 operators were one: the same traffic; at the roofs %2 instead of %3.")
            .arg(count, duration(fusion.atRoofNs), duration(fusion.atRoofBeforeNs));
    return Text::tr("If these %1 operators were one: %2 of traffic instead of %3; at the roofs %4 instead of %5.")
        .arg(count, bytes, before, duration(fusion.atRoofNs), duration(fusion.atRoofBeforeNs));
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
    return count > 1 ? Text::tr("%1 ×%2").arg(label).arg(count) : label;
}

QString chartSummary(const RooflineContent &content)
{
    if (content.empty())
        return Text::tr("No session is open.");
    QStringList sentences;
    sentences << Text::tr("Points on the chart: %1.").arg(content.points.size());
    for (const Bound bound :
         { Bound::Compute, Bound::Bandwidth, Bound::Balanced, Bound::Launch, Bound::Underutilized }) {
        const auto count = std::count_if(content.points.begin(), content.points.end(),
                                         [bound](const auto &point) { return point.verdict.bound == bound; });
        if (count > 0)
            sentences << Text::tr("%1: %2.").arg(displayName(bound), QString::number(count));
    }
    if (content.ridge) {
        const Roof &compute = content.roofs[content.ridge->computeRoof];
        const Roof &memory = content.roofs[content.ridge->memoryRoof];
        sentences << Text::tr("Compute roof %1.").arg(roofLabel(compute));
        sentences << Text::tr("Memory roof %1.").arg(roofLabel(memory));
        sentences << Text::tr("%1.").arg(ridgeLabel(compute.value / memory.value));
    }
    const RooflinePoint *slowest = nullptr;
    for (const RooflinePoint &point : content.points) {
        const bool isTimed = point.timeNs && std::isfinite(*point.timeNs);
        if (isTimed && (!slowest || *point.timeNs > *slowest->timeNs))
            slowest = &point;
    }
    if (slowest) {
        sentences
            << Text::tr("Most time: %1, %2.").arg(QString::fromStdString(slowest->label), duration(*slowest->timeNs));
    }
    return joinedSentences(sentences);
}

} // namespace ridgepoint
