// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/roofline_details.h"

#include "core/report/format/format.h"
#include "core/roofline/memory_levels.h"
#include "core/roofline/roofs.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/views/panels/item_details.h"

#include <QStringList>

#include <algorithm>

namespace ridgepoint {

namespace {

/// An operator with many inputs has many distances; those with the most bytes say enough.
constexpr std::size_t maxReuseRows = 6;
constexpr double smallestNamedShare = 0.005;

QString levelName(const Roof &roof)
{
    return displayName(roof.memory()->level);
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

void addRates(DetailSection &section, const RooflinePoint &point)
{
    const auto add = [&section](const QString &name, const std::string &value) {
        section.rows.push_back({ name, QString::fromStdString(value), {} });
    };
    if (point.timeNs)
        add(ItemDetailsText::tr("Time"), formatDuration(*point.timeNs));
    if (point.kernelsNs)
        add(ItemDetailsText::tr("Kernels alone"), formatDuration(*point.kernelsNs));
    if (point.timeShare)
        add(ItemDetailsText::tr("Share of the model"), formatPercent(*point.timeShare));
    if (point.cost.flops > 0 && point.achievedFlopPerSecond)
        add(ItemDetailsText::tr("Achieved"), formatQuantity(*point.achievedFlopPerSecond, "FLOP/s"));
    else if (point.achievedBytePerSecond)
        add(ItemDetailsText::tr("Achieved"), formatQuantity(*point.achievedBytePerSecond, "B/s"));
    if (point.verdict.attainableFlopPerSecond)
        add(ItemDetailsText::tr("Attainable"), formatQuantity(*point.verdict.attainableFlopPerSecond, "FLOP/s"));
}

} // namespace

DetailSection rooflineSection(const Session &session, const RooflinePoint &point)
{
    const std::span<const Roof> roofs = session.peaks ? std::span(session.peaks->roofs) : std::span<const Roof>();
    DetailSection section { ItemDetailsText::tr("Roofline"), {}, verdictSentence(roofs, point) };
    section.rows.push_back({ ItemDetailsText::tr("Verdict"), displayName(point.verdict.bound), {} });
    if (const QString intensity = intensityText(point); !intensity.isEmpty())
        section.rows.push_back({ ItemDetailsText::tr("Intensity"), intensity, {} });
    addRates(section, point);
    if (point.verdict.roof && *point.verdict.roof < roofs.size())
        section.rows.push_back({ judgeName(point), roofLabel(roofs[*point.verdict.roof]), {} });
    if (point.timeAtRoofNs)
        section.rows.push_back({ ItemDetailsText::tr("Time at the roof"), durationText(*point.timeAtRoofNs), {} });
    if (point.verdict.roofFraction)
        section.rows.push_back({ ItemDetailsText::tr("Of its roof"), percentText(*point.verdict.roofFraction), {} });
    if (point.timeToGainNs)
        section.rows.push_back({ ItemDetailsText::tr("Could save"), durationText(*point.timeToGainNs), {} });
    if (point.verdict.aboveRoof)
        section.note += u' ' + aboveRoofSentence(point);
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
        const QString what = ItemDetailsText::tr("%1, touched again after %2")
                                 .arg(bytesText(reuse.bytes), bytesText(reuse.distanceBytes));
        const QString from =
            levels.empty() ? QString() : levelShares(*session.peaks, levels, reuse, usesMatrixUnits(op.family));
        rows.push_back({ name, from.isEmpty() ? what : ItemDetailsText::tr("%1: %2").arg(what, from), {} });
    }
    return rows;
}

} // namespace ridgepoint
