// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdicts.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/record/record.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/headline.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdict_phrases.h"
#include "core/report/what_if_report.h"
#include "core/roofline/session_judgement.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <variant>

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

std::optional<double> valueOf(const Session &session, std::optional<std::size_t> roof)
{
    return roof ? std::optional(session.peaks->roofs[*roof].value) : std::nullopt;
}

PlatformVerdict platformOf(const Session &session, const Platform &platform)
{
    const std::optional<double> launch = valueOf(session, platform.launchRoof);
    return { valueOf(session, platform.computeRoof), valueOf(session, platform.memoryRoof), platform.ridgeFlopPerByte,
             launch ? std::optional(*launch * nsPerSecond) : std::nullopt };
}

std::optional<double> timeOf(const std::optional<Promise> &promise)
{
    return promise ? std::optional(promise->timeNs) : std::nullopt;
}

std::optional<std::array<double, 2>> intervalOf(const std::optional<Promise> &promise)
{
    return promise ? std::optional(promise->intervalNs) : std::nullopt;
}

NamedValue::Value valueForPrograms(const FactValue &value)
{
    return std::visit(
        [](const auto &known) -> NamedValue::Value {
            using Known = std::decay_t<decltype(known)>;
            if constexpr (std::is_same_v<Known, std::string_view>)
                return std::string(known);
            else if constexpr (std::is_same_v<Known, const std::vector<Shape> *>)
                return shapesCell(*known);
            else
                return known;
        },
        value);
}

ItemVerdict itemOf(const Session &session, const RooflinePoint &point)
{
    const ItemRow row = rowOf(point, session);
    ItemVerdict item { .id = point.item.id, .values = {} };
    for (const FactId id : factsIn(InVerdicts)) {
        const ItemFact &fact = factOf(id);
        NamedValue::Value value = valueForPrograms(fact.value(row));
        if (std::holds_alternative<std::monostate>(value) && (fact.outputs & InVerdictsIfKnown) != 0)
            continue;
        item.values.push_back({ fact.key, std::move(value) });
    }
    return item;
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

Verdicts verdictsOf(const JudgedSession &judged)
{
    const Session &session = judged.session();
    Verdicts verdicts;
    if (!session.analysis)
        return verdicts;
    const ModelSummary &summary = judged.summary();
    verdicts.platform = platformOf(session, summary.platform);
    const ModelAnswer &answer = judged.answer();
    const Headline named = headline(judged);
    verdicts.model = { .medianNs = summary.medianNs,
                       .timeAtRoofNs = summary.timeAtRoofNs,
                       .timeToGainNs = summary.timeToGainNs,
                       .fusedBoundNs = summary.fusedBoundNs,
                       .unattributedShare = summary.unattributedShare,
                       .betweenKernelsNs = summary.betweenKernelsNs,
                       .unknownNs = summary.unknownNs,
                       .headline = headlineText(named),
                       .headlineLayers = named.layers,
                       .timeAtNamedRoofsNs = timeOf(named.atNamedRoofs),
                       .timeAtNamedRoofsInterval = intervalOf(named.atNamedRoofs),
                       .withheldBecause = {},
                       .trustworthy = answer.trustworthy(),
                       .disturbedBy = answer.disturbedBy };
    for (const Doubt &doubt : answer.withheldBecause)
        verdicts.model.withheldBecause.push_back({ name(doubt.kind), doubt.name, doubt.moves });
    for (const BoundShare &share : summary.bounds)
        verdicts.bounds[static_cast<std::size_t>(share.bound)] = share.share;
    for (const RooflinePoint &point : judged.layers())
        verdicts.layers.push_back(itemOf(session, point));
    for (const RooflinePoint &point : judged.operators())
        verdicts.operators.push_back(itemOf(session, point));
    verdicts.coverage = coverageOf(session);
    verdicts.whatIf = askedVerdicts(session);
    for (const RankedItem &ranked : summary.ranking)
        verdicts.ranking.push_back(ranked.item.id);
    verdicts.ranksOperators = summary.ranksOperators;
    return verdicts;
}

std::string sessionWithVerdictsToJson(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const Verdicts verdicts = verdictsOf(judged);
    return sessionToJson(session, session.analysis ? &verdicts : nullptr);
}

} // namespace rooflight
