// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdict_tables.h"

#include "core/report/format/format.h"
#include "core/report/format/known_phrases.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/report/headline.h"
#include "core/report/tables/translated_names.h"
#include "core/report/verdict_phrases.h"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr std::size_t rankedRows = 10;

std::string roofText(const Session &session, std::optional<std::size_t> index)
{
    if (!index)
        return {};
    const Roof &roof = session.peaks->roofs[*index];
    const std::string value =
        roof.launch() ? formatDuration(roof.value * 1e9) : formatQuantity(roof.value, roof.valueUnit());
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), value, translated(roofPhrase(roof.name)));
}

std::string reasonsOf(const RooflinePoint &point)
{
    std::vector<std::string> texts;
    texts.reserve(point.verdict.underutilizedCauses.size());
    for (const UnderutilizedCause cause : point.verdict.underutilizedCauses)
        texts.push_back(translated(causePhrase(cause)));
    return translatedRow(texts, QT_TRANSLATE_NOOP("Page", "%1; %2"));
}

} // namespace

Facts platformFacts(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const Platform &platform = judged.summary().platform;
    return { { "Limited by", translated(boundsPhrase(judged.summary())) },
             { "Compute roof", roofText(session, platform.computeRoof) },
             { "Memory roof", roofText(session, platform.memoryRoof) },
             { "Ridge", orEmpty(platform.ridgeFlopPerByte, formatIntensity) },
             { "Operator launch", roofText(session, platform.launchRoof) } };
}

TableContent rankingContent(const JudgedSession &judged)
{
    const std::vector<RankedGroup> ranking = foldedRanking(judged.summary().ranking, judged.equalItems());
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < std::min(rankedRows, ranking.size()); ++i) {
        const RankedGroup &group = ranking[i];
        std::vector<const RooflinePoint *> members;
        for (const ItemId item : judged.equalItems().equalTo(group.first.item))
            members.push_back(&judged.at(item));
        if (members.empty())
            members.push_back(&judged.at(group.first.item));
        const RooflinePoint point = foldedPoint(members).point;
        rows.push_back({ { "Most to gain", labelOf(group) },
                         { "Bound", translatedName(point.verdict.bound) },
                         number("Time", orEmpty(point.timeNs, formatDuration)),
                         number("Share", orEmpty(point.timeShare, formatPercent), 2),
                         number("Of roof", orEmpty(point.verdict.roofFraction, formatPercent), 1),
                         number("At its roof", orEmpty(point.timeAtRoofNs, formatDuration), 3),
                         number("Could save", formatDuration(group.first.gainNs)),
                         { "Likely reasons", reasonsOf(point), 4 } });
    }
    return tableOf(std::move(rows));
}

} // namespace ridgepoint
