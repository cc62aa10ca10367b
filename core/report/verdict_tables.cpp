// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdict_tables.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/headline.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdict_phrases.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::array rankingFacts = { FactId::Bound,      FactId::Time, FactId::Share, FactId::RoofFraction,
                                      FactId::TimeAtRoof, FactId::Gain, FactId::Causes };

std::string roofText(const Session &session, std::optional<std::size_t> index)
{
    if (!index)
        return {};
    const Roof &roof = session.peaks->roofs[*index];
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), formatRoofValue(roof.value, roof),
                      translated(roofPhrase(roof)));
}

/// Of bare runs that contradict those that all times are shares of.
std::string contradictionText(const ModelSummary &summary)
{
    if (!summary.otherMedianNs || !summary.medianNs)
        return {};
    return translated(QT_TRANSLATE_NOOP("Page",
                                        "other runs of the same model took %1, and their interval does not overlap "
                                        "that of the quieter runs, %2, of which all times are shares: measure again"),
                      formatDuration(*summary.otherMedianNs), formatDuration(*summary.medianNs));
}

} // namespace

Facts platformFacts(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const Platform &platform = judged.summary().platform;
    return { { QT_TRANSLATE_NOOP("Page", "Caution"), contradictionText(judged.summary()) },
             { QT_TRANSLATE_NOOP("Page", "Limited by"), translated(boundsPhrase(judged.summary())) },
             { QT_TRANSLATE_NOOP("Page", "Compute roof"), roofText(session, platform.computeRoof) },
             { QT_TRANSLATE_NOOP("Page", "Memory roof"), roofText(session, platform.memoryRoof) },
             { QT_TRANSLATE_NOOP("Page", "Ridge"), orEmpty(platform.ridgeFlopPerByte, formatIntensity) },
             { QT_TRANSLATE_NOOP("Page", "Operator launch"), roofText(session, platform.launchRoof) },
             { factTitle(FactId::BetweenKernels), translated(betweenKernelsPhrase(judged.summary())) } };
}

TableContent rankingContent(const JudgedSession &judged)
{
    const std::vector<RankedGroup> &ranking = judged.answer().ranking;
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < std::min(rankedRows, ranking.size()); ++i) {
        const RankedGroup &group = ranking[i];
        std::vector<const RooflinePoint *> members;
        for (const ItemId item : judged.equalItems().equalTo(group.first.item))
            members.push_back(&judged.at(item));
        if (members.empty())
            members.push_back(&judged.at(group.first.item));
        const RooflinePoint point = foldedPoint(members).point;
        Cells cells = { { QT_TRANSLATE_NOOP("Page", "Most to gain"), labelOf(group) } };
        for (const FactId id : rankingFacts)
            cells.push_back(tableCell(rowOf(point, judged.session()), id));
        rows.push_back(std::move(cells));
    }
    TableContent table = tableOf(std::move(rows));
    table.id = "ranking";
    if (!table.columns.empty())
        table.columns.back().sentences = true; // the reasons
    return table;
}

} // namespace rooflight
