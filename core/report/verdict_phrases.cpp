// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdict_phrases.h"

#include "core/base/translation_mark.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/names.h"
#include "core/roofline/roofs.h"

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

} // namespace rooflight
