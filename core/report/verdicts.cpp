// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdicts.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/record/record.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/headline.h"
#include "core/report/tables/layer_table.h"
#include "core/report/what_if_report.h"
#include "core/roofline/item_times.h"
#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

constexpr double smallestNamedShare = 0.02;

Phrase percentPhrase(double share)
{
    return literalPhrase(formatPercent(share));
}

Phrase fractionOf(const RooflinePoint &point)
{
    return percentPhrase(point.verdict.roofFraction.value_or(0));
}

Phrase contradicted(const RooflinePoint &point, const Roof &roof)
{
    const std::optional<FoundCause> &cause = point.finding->cause;
    std::vector<Phrase> arguments = { fractionOf(point), roofPhrase(roof), namePhrase(point.verdict.bound) };
    if (!cause)
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2. Judged as %3, which experiments contradict."),
                 std::move(arguments) };
    arguments.push_back(causePhrase(*cause));
    return { QT_TRANSLATE_NOOP("Phrases",
                               "%1 of its roof, %2. Judged as %3, which experiments contradict. They found: %4."),
             std::move(arguments) };
}

/// What was found of an underutilized one comes before what is likely.
Phrase underutilizedVerdict(const RooflinePoint &point)
{
    if (point.finding && point.finding->cause)
        return { QT_TRANSLATE_NOOP(
                     "Phrases",
                     "%1 of its roof: its implementation limits it, not arithmetic or memory. Experiments found: %2."),
                 { fractionOf(point), causePhrase(*point.finding->cause) } };
    return {
        QT_TRANSLATE_NOOP(
            "Phrases", "%1 of its roof: its implementation limits it, not arithmetic or memory. Likely reasons: %2."),
        { fractionOf(point), namesPhrase(point.verdict.underutilizedCauses, QT_TRANSLATE_NOOP("Phrases", "%1; %2")) }
    };
}

/// One sentence for a point that was timed on the device of its roofs.
Phrase timedVerdict(const RooflinePoint &point, const Roof &roof)
{
    if (point.finding && point.finding->proven == false)
        return contradicted(point, roof);
    switch (point.verdict.bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic limits it."),
                 { fractionOf(point), roofPhrase(roof) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: memory traffic limits it."),
                 { fractionOf(point), roofPhrase(roof) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic and memory traffic limit it equally."),
                 { fractionOf(point), roofPhrase(roof) } };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "The call takes about as long as the work: fusing it with adjacent operators, or "
                                   "replaying it in a graph, would save calls."),
                 {} };
    case Bound::Underutilized:
        return underutilizedVerdict(point);
    case Bound::None:
        break;
    }
    return {};
}

Phrase untimedVerdict(Bound bound, const Roof &roof)
{
    switch (bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs, arithmetic takes longest, under %1."),
                 { roofPhrase(roof) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs, memory traffic takes longest, under %1."),
                 { roofPhrase(roof) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs, arithmetic and memory traffic take about as long."), {} };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs, its calls take longest."), {} };
    case Bound::Underutilized:
    case Bound::None:
        break;
    }
    return {};
}

/// "15 % underutilized".
Phrase sharePhrase(const BoundShare &share)
{
    Phrase phrase { QT_TRANSLATE_NOOP("Phrases", "%1 %2"), { percentPhrase(share.share), namePhrase(share.bound) } };
    phrase.target = "bound:" + std::string(name(share.bound));
    return phrase;
}

} // namespace

Phrase boundsPhrase(const ModelSummary &summary)
{
    std::vector<Phrase> shares;
    for (const BoundShare &share : summary.bounds) {
        if (share.share >= smallestNamedShare)
            shares.push_back(sharePhrase(share));
    }
    return listOf(std::move(shares));
}

Phrase betweenKernelsPhrase(const ModelSummary &summary)
{
    if (!summary.betweenKernelsNs || !summary.medianNs)
        return {};
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"),
             { literalPhrase(formatDuration(*summary.betweenKernelsNs)),
               percentPhrase(*summary.betweenKernelsNs / *summary.medianNs) } };
}

Phrase verdictPhrase(const RooflinePoint &point, std::span<const Roof> roofs)
{
    if (point.verdict.bound == Bound::None)
        return {};
    if (point.family == OperatorFamily::View)
        return { QT_TRANSLATE_NOOP("Phrases", "A view of its input: it takes the time of a call and moves no data."),
                 {} };
    const Roof *roof = roofAt(roofs, point.verdict.roof);
    static const Roof none;
    return point.verdict.roofFraction ? timedVerdict(point, roof ? *roof : none)
                                      : untimedVerdict(point.verdict.bound, roof ? *roof : none);
}

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
