// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/item_details.h"

#include "core/report/format/format.h"
#include "core/report/verdicts.h"
#include "core/roofline/footprint_roofs.h"
#include "core/roofline/judging_roofs.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

/// An operator with many inputs has many distances; those with the most bytes say enough.
constexpr std::size_t maxReuseRows = 6;
constexpr double smallestNamedShare = 0.005;

QString levelName(const Roof &roof)
{
    return inlineName(roof.memory()->level);
}

/// "74 % from main memory, 26 % from L3": of these bytes, the farthest level first.
QString levelShares(const DeviceRoofs &peaks, const std::vector<MemoryLevelRoof> &levels, const MemoryReuse &reuse,
                    bool readByAllThreads)
{
    QStringList shares;
    double beyond = 0;
    for (std::size_t i = levels.size(); i-- > 0;) {
        const double reaching = i == 0 ? static_cast<double>(reuse.bytes)
                                       : std::max(beyond, bytesBeyond(levels[i - 1], reuse, readByAllThreads));
        const double share = (reaching - beyond) / static_cast<double>(reuse.bytes);
        beyond = reaching;
        if (share >= smallestNamedShare)
            shares.append(
                ItemDetailsText::tr("%1 from %2").arg(percentText(share), levelName(peaks.roofs[levels[i].roof])));
    }
    return shares.join(ItemDetailsText::tr(", "));
}

} // namespace

void addFact(DetailSection &section, const ItemRow &row, FactId id)
{
    if (const QString text = capitalizedText(exactFactPhrase(row, id)); !text.isEmpty())
        section.rows.push_back({ factTitleText(row, id), text, {} });
}

void addFacts(DetailSection &section, const Session &session, const RooflinePoint &point, FactGroup group)
{
    const ItemRow row = rowOf(point, session);
    const unsigned met = factNeedsMetBy(session);
    for (const FactId id : factsIn(InDetails)) {
        if (factOf(id).group == group && isMet(id, met))
            addFact(section, row, id);
    }
}

DetailSection rooflineSection(const Session &session, const RooflinePoint &point)
{
    const std::span<const Roof> roofs = session.peaks ? std::span(session.peaks->roofs) : std::span<const Roof>();
    DetailSection section { ItemDetailsText::tr("Roofline"), {}, verdictSentence(roofs, point), true };
    section.briefNote = displayText(verdictPhrase(point, roofs));
    addFacts(section, session, point, FactGroup::Roofline);
    if (point.verdict.aboveRoof) {
        section.note += u' ' + aboveRoofSentence(point);
        section.briefNote += u' ' + aboveRoofSentence(point);
    }
    std::set<QString> first;
    // The sentence says the bound, and the chart the intensity.
    for (const FactId id : { FactId::Time, FactId::Gain, FactId::Achieved })
        first.insert(factTitleText(rowOf(point, session), id));
    for (DetailRow &row : section.rows)
        row.isMore = !first.contains(row.name) && point.timeNs;
    return section;
}

std::vector<DetailRow> reuseRows(const Session &session, const Operator &op)
{
    std::vector<MemoryReuse> parts = op.reuse;
    std::erase_if(parts, [](const MemoryReuse &reuse) { return reuse.bytes <= 0; });
    std::ranges::stable_sort(parts, std::greater(), &MemoryReuse::bytes);
    parts.resize(std::min(parts.size(), maxReuseRows));
    const std::vector<MemoryLevelRoof> levels =
        session.peaks ? memoryLevels(*session.peaks) : std::vector<MemoryLevelRoof>();
    std::vector<DetailRow> rows;
    for (const MemoryReuse &reuse : parts) {
        // See MemoryReuse: what is written lies behind all that the operator touches.
        const bool isWritten = reuse.bytes == op.cost.bytesWritten && reuse.distanceBytes == op.workingSetBytes;
        const QString name = reuse.constant ? ItemDetailsText::tr("Weights")
            : isWritten                     ? ItemDetailsText::tr("Results")
                                            : ItemDetailsText::tr("Activations");
        const QString what =
            ItemDetailsText::tr("%1, used again after %2").arg(bytesText(reuse.bytes), bytesText(reuse.distanceBytes));
        const QString from =
            levels.empty() ? QString() : levelShares(*session.peaks, levels, reuse, usesMatrixUnits(op.family));
        rows.push_back({ name, from.isEmpty() ? what : ItemDetailsText::tr("%1: %2").arg(what, from), {} });
    }
    return rows;
}

} // namespace rooflight
