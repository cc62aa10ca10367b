// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/chart_text.h"

#include "core/report/facts/item_facts.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/roofline/judging_roofs.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <array>
#include <span>

namespace rooflight {

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
    const ProvenFinding *const finding = content.points[index].finding.get();
    if (finding && finding->cause) // the answer comes first
        rows.insert(rows.begin(), { ChartsText::tr("Do this"), displayText(advicePhrase(*finding->cause)), true });
    return rows;
}

QString cardTitle(const RooflineContent &content, std::size_t index)
{
    const QString label = QString::fromStdString(content.points[index].label);
    const std::size_t count = content.details[index].equal.size();
    return count > 1 ? ChartsText::tr("%1 ×%2").arg(label).arg(count) : label;
}

QString cardText(const RooflineContent &content, std::size_t index)
{
    QString text = cardTitle(content, index) + u'\n';
    for (const CardRow &row : cardRows(content, index))
        text += row.name + u'\t' + row.value + u'\n';
    return text + verdictSentence(content.roofs, content.points[index]) + u'\n';
}

} // namespace rooflight
