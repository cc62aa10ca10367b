// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/headline.h"

#include "core/report/format/format.h"
#include "core/report/format/known_phrases.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/roofline/roofs.h"

#include <algorithm>
#include <optional>

namespace ridgepoint {

namespace {

constexpr std::size_t namedOperators = 3;
constexpr double smallestNamedShare = 0.02;
/// From this share on the cost of the calls gets a sentence of its own.
constexpr double manyLaunches = 0.2;
/// From this ratio of instrumented to bare runs on a sentence says which of the two the layers' times are of.
constexpr double muchLonger = 1.25;

Phrase text(std::string value)
{
    return literalPhrase(std::move(value));
}

Phrase percent(double share)
{
    return text(formatPercent(share));
}

Phrase linked(Phrase phrase, std::string target)
{
    phrase.target = std::move(target);
    return phrase;
}

std::string targetOf(ItemId item)
{
    return std::string(name(item.kind)) + ':' + std::to_string(item.id);
}

/// "15 % underutilized (maxpool)".
Phrase sharePhrase(const BoundShare &share)
{
    Phrase sharePart { QT_TRANSLATE_NOOP("Phrases", "%1 %2"), { percent(share.share), boundPhrase(share.bound) } };
    sharePart.target = "bound:" + std::string(name(share.bound));
    if (share.bound != Bound::Underutilized || share.slowestLabel.empty())
        return sharePart;
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"),
             { std::move(sharePart),
               linked(text(share.slowestLabel), share.slowest ? targetOf(*share.slowest) : std::string()) } };
}

Phrase sharesPhrase(const ModelSummary &summary)
{
    std::vector<Phrase> shares;
    for (const BoundShare &share : summary.bounds) {
        if (share.share >= smallestNamedShare)
            shares.push_back(sharePhrase(share));
    }
    return listOf(std::move(shares));
}

bool isJudged(const ModelSummary &summary)
{
    return std::ranges::any_of(summary.bounds,
                               [](const BoundShare &share) { return share.bound != Bound::None && share.share > 0; });
}

/// The sentence that says more may be out of sight.
Phrase medianPhrase(const ModelSummary &summary, bool beingTimed)
{
    Phrase median = text(formatDuration(*summary.medianNs));
    return summary.timingFlags.empty() || beingTimed
        ? median
        : Phrase { QT_TRANSLATE_NOOP("Phrases", "%1 (disturbed)"), { std::move(median) } };
}

/// Of a model that was timed or judged.
Phrase firstSentence(const ModelSummary &summary, bool beingTimed)
{
    if (!isJudged(summary))
        return { QT_TRANSLATE_NOOP("Phrases", "%1: median %2."),
                 { text(summary.name), medianPhrase(summary, beingTimed) } };
    if (summary.medianNs && summary.sharesOfTime)
        return { QT_TRANSLATE_NOOP("Phrases", "%1, median %2: %3."),
                 { text(summary.name), medianPhrase(summary, beingTimed), sharesPhrase(summary) } };
    if (summary.medianNs && !beingTimed)
        return { QT_TRANSLATE_NOOP("Phrases", "%1, median %2, its layers not timed; at its roofs: %3."),
                 { text(summary.name), medianPhrase(summary, beingTimed), sharesPhrase(summary) } };
    return { beingTimed ? QT_TRANSLATE_NOOP("Phrases", "%1, times are being measured; at its roofs: %2.")
                        : QT_TRANSLATE_NOOP("Phrases", "%1, not timed; at its roofs: %2."),
             { text(summary.name), sharesPhrase(summary) } };
}

Phrase gainSentence(const ModelSummary &summary, const Session &session)
{
    const Phrase best = text(formatDuration(*summary.timeAtRoofNs));
    if (session.peaks->theoretical)
        return { QT_TRANSLATE_NOOP("Phrases", "On %1 at best, every operator at its roof: %2."),
                 { text(session.peaks->device.name), best } };
    return { QT_TRANSLATE_NOOP("Phrases", "If every operator reached its roof, a run would take %1."), { best } };
}

/// "encoder.0.linear ×12".
Phrase groupPhrase(const RankedGroup &group)
{
    const std::string target = targetOf(group.first.item);
    return linked(text(labelOf(group)), group.count == 1 ? target : "equal:" + target);
}

Phrase rankingSentence(const ModelSummary &summary, const EqualItems &equal)
{
    const std::vector<RankedGroup> ranking = foldedRanking(summary.ranking, equal);
    const std::size_t named = std::min(namedOperators, ranking.size());
    double gain = 0;
    std::vector<Phrase> labels;
    for (std::size_t i = 0; i < named; ++i) {
        gain += ranking[i].first.gainNs;
        labels.push_back(groupPhrase(ranking[i]));
    }
    // A disturbed run takes longer than its operators do: what they gain is then the smaller part of it.
    const double whole = std::max(summary.rankedGainNs, summary.timeToGainNs.value_or(0));
    const Phrase share = linked(percent(gain / whole), "ranking:" + std::to_string(static_cast<int>(named)));
    if (named == 1 && ranking.front().count == 1)
        return { QT_TRANSLATE_NOOP("Phrases", "%1 holds %2 of that gain."), { labels.front(), share } };
    return { QT_TRANSLATE_NOOP("Phrases", "%1 hold %2 of that gain."), { enumerationOf(std::move(labels)), share } };
}

/// The time of the instrumented runs where it is far above the one that the headline names.
std::optional<double> longInstrumentedNs(const ModelSummary &summary, const Session &session)
{
    const double instrumentedNs = session.layers ? session.layers->instrumentedModel.summary.medianNs : 0;
    const bool isLong = summary.medianNs && instrumentedNs > muchLonger * *summary.medianNs;
    return isLong ? std::optional(instrumentedNs) : std::nullopt;
}

Phrase instrumentedSentence(double instrumentedNs)
{
    return { QT_TRANSLATE_NOOP(
                 "Phrases", "Layers were timed in instrumented runs of %1: their times and gains are parts of that."),
             { text(formatDuration(instrumentedNs)) } };
}

double shareOf(const ModelSummary &summary, Bound bound)
{
    const auto found = std::ranges::find(summary.bounds, bound, &BoundShare::bound);
    return found == summary.bounds.end() ? 0 : found->share;
}

Phrase launchSentence(const ModelSummary &summary, const Session &session)
{
    if (session.layers && session.layers->graphReplayMedianNs)
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "%1 operator calls wait for their launches: replayed as a CUDA graph, a run takes "
                                   "%2 in place of %3."),
                 { text(formatCount(summary.operatorCalls)), text(formatDuration(*session.layers->graphReplayMedianNs)),
                   text(formatDuration(session.layers->bareMedianNs)) } };
    return { QT_TRANSLATE_NOOP("Phrases",
                               "%1 operator calls take at least %2 to launch: fusing them, or replaying them as a "
                               "graph, would save most of it."),
             { text(formatCount(summary.operatorCalls)), text(formatDuration(summary.launchNs)) } };
}

} // namespace

Phrase flagsPhrase(const std::vector<std::string> &flags)
{
    static constexpr EnumNames<std::string_view, 8> texts = { {
        { "other_load", QT_TRANSLATE_NOOP("Phrases", "other work") },
        { "unsteady", QT_TRANSLATE_NOOP("Phrases", "unsteady repetitions") },
        { "throttled", QT_TRANSLATE_NOOP("Phrases", "a throttled clock") },
        { "few_samples", QT_TRANSLATE_NOOP("Phrases", "too few repetitions") },
        { "partial", QT_TRANSLATE_NOOP("Phrases", "cut short") },
        { "very_noisy", QT_TRANSLATE_NOOP("Phrases", "widely spread times") },
        { "hot", QT_TRANSLATE_NOOP("Phrases", "heat") },
        { "power_capped", QT_TRANSLATE_NOOP("Phrases", "the power limit") },
    } };
    std::vector<Phrase> words;
    words.reserve(flags.size());
    for (const std::string &flag : flags) {
        const std::string_view known = nameIn(texts, std::string_view(flag));
        words.push_back(known.empty() ? text(flag) : Phrase { known.data(), {} });
    }
    return listOf(std::move(words));
}

namespace {

Phrase causesPhrase(const std::vector<UnderutilizedCause> &causes)
{
    std::vector<Phrase> phrases;
    phrases.reserve(causes.size());
    for (const UnderutilizedCause cause : causes)
        phrases.push_back(causePhrase(cause));
    return listOf(std::move(phrases));
}

Phrase fractionOf(const RooflinePoint &point)
{
    return percent(point.verdict.roofFraction.value_or(0));
}

/// One sentence for a point that was timed on the device of its roofs.
Phrase timedVerdict(const RooflinePoint &point, const Roof &roof)
{
    switch (point.verdict.bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic limits it."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: memory traffic limits it."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic and memory traffic limit it alike."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "Calling takes about as long as the work: fusing it with its neighbours or "
                                   "replaying it in a graph would save the calls."),
                 {} };
    case Bound::Underutilized:
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "%1 of its roof: neither arithmetic nor memory holds it back, its implementation "
                                   "does. Likely reasons: %2."),
                 { fractionOf(point), causesPhrase(point.verdict.underutilizedCauses) } };
    case Bound::None:
        break;
    }
    return {};
}

Phrase untimedVerdict(Bound bound, const Roof &roof)
{
    switch (bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs arithmetic takes longest, under %1."),
                 { roofPhrase(roof.name) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs memory traffic takes longest, under %1."),
                 { roofPhrase(roof.name) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs arithmetic and memory traffic take about as long."), {} };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs its calls take longest."), {} };
    case Bound::Underutilized:
    case Bound::None:
        break;
    }
    return {};
}

} // namespace

std::string labelOf(const RankedGroup &group)
{
    const std::string &label = group.first.label;
    return group.count == 1 ? label : label + " ×" + formatCount(static_cast<std::int64_t>(group.count));
}

std::vector<Phrase> headline(const ModelSummary &summary, const Session &session, const EqualItems *equal,
                             bool beingTimed)
{
    std::vector<Phrase> sentences;
    if (!summary.medianNs && !isJudged(summary))
        return sentences;
    sentences.push_back(firstSentence(summary, beingTimed));
    // Runs that took less contradict the roofs: there is nothing to promise.
    const double best = summary.timeAtRoofNs.value_or(0);
    if (best > 0 && (session.peaks->theoretical || !summary.medianNs || best < *summary.medianNs))
        sentences.push_back(gainSentence(summary, session));
    if (!summary.ranking.empty() && summary.timeToGainNs.value_or(0) > 0)
        sentences.push_back(rankingSentence(summary, equal ? *equal : equalItemsOf(session)));
    if (const auto instrumentedNs = longInstrumentedNs(summary, session); instrumentedNs && !beingTimed)
        sentences.push_back(instrumentedSentence(*instrumentedNs));
    if (shareOf(summary, Bound::Launch) >= manyLaunches && summary.launchNs > 0 && summary.sharesOfTime)
        sentences.push_back(launchSentence(summary, session));
    if (!summary.timingFlags.empty() && !beingTimed)
        sentences.push_back({ QT_TRANSLATE_NOOP("Phrases",
                                                "The runs were disturbed (%1): measure again when the machine is "
                                                "quiet before you act on this."),
                              { flagsPhrase(summary.timingFlags) } });
    if (!summary.roofFlags.empty())
        sentences.push_back({ QT_TRANSLATE_NOOP("Phrases",
                                                "Roofs that judge here were disturbed while they were measured (%1): "
                                                "measure them again when the machine is quiet."),
                              { flagsPhrase(summary.roofFlags) } });
    return sentences;
}

std::string headlineText(const ModelSummary &summary, const Session &session, const EqualItems *equal)
{
    std::vector<std::string> sentences;
    for (const Phrase &sentence : headline(summary, session, equal))
        sentences.push_back(translated(sentence));
    return translatedRow(sentences, QT_TRANSLATE_NOOP("Sentences", "%1 %2"), "Sentences");
}

Phrase boundPhrase(Bound bound)
{
    static constexpr EnumNames<Bound, 6> texts = { {
        { Bound::None, QT_TRANSLATE_NOOP("Phrases", "not judged") },
        { Bound::Compute, QT_TRANSLATE_NOOP("Phrases", "compute-bound") },
        { Bound::Bandwidth, QT_TRANSLATE_NOOP("Phrases", "bandwidth-bound") },
        { Bound::Launch, QT_TRANSLATE_NOOP("Phrases", "launch-bound") },
        { Bound::Balanced, QT_TRANSLATE_NOOP("Phrases", "balanced") },
        { Bound::Underutilized, QT_TRANSLATE_NOOP("Phrases", "underutilized") },
    } };
    return { nameIn(texts, bound).data(), {} };
}

Phrase causePhrase(UnderutilizedCause cause)
{
    static constexpr EnumNames<UnderutilizedCause, 9> texts = { {
        { UnderutilizedCause::ScalarKernel,
          QT_TRANSLATE_NOOP("Phrases", "LibTorch's kernel for it works on one number at a time") },
        { UnderutilizedCause::OneThread,
          QT_TRANSLATE_NOOP("Phrases", "fewer than 32,768 elements, which LibTorch gives to a single thread") },
        { UnderutilizedCause::NarrowRows, QT_TRANSLATE_NOOP("Phrases", "rows shorter than a vector register") },
        { UnderutilizedCause::SpecialFunctions,
          QT_TRANSLATE_NOOP("Phrases",
                            "functions such as exp and erf, which count as one FLOP and take dozens of instructions") },
        { UnderutilizedCause::Depthwise,
          QT_TRANSLATE_NOOP("Phrases", "few multiply-adds an output, as in a depthwise convolution") },
        { UnderutilizedCause::NarrowProduct,
          QT_TRANSLATE_NOOP("Phrases", "a matrix with fewer than 16 rows or columns") },
        { UnderutilizedCause::StepByStep,
          QT_TRANSLATE_NOOP("Phrases", "a recurrent layer, whose steps wait for each other") },
        { UnderutilizedCause::ReducedPrecision,
          QT_TRANSLATE_NOOP("Phrases", "numbers that are converted to single precision and back") },
        { UnderutilizedCause::Unknown, QT_TRANSLATE_NOOP("Phrases", "none that Ridgepoint knows of") },
    } };
    return { nameIn(texts, cause).data(), {} };
}

Phrase verdictPhrase(const RooflinePoint &point, std::span<const Roof> roofs)
{
    if (point.verdict.bound == Bound::None)
        return {};
    if (point.family == OperatorFamily::View)
        return { QT_TRANSLATE_NOOP("Phrases", "A view of its input: it takes the time of a call and moves nothing."),
                 {} };
    const Roof *roof = roofAt(roofs, point.verdict.roof);
    static const Roof none;
    return point.verdict.roofFraction ? timedVerdict(point, roof ? *roof : none)
                                      : untimedVerdict(point.verdict.bound, roof ? *roof : none);
}

} // namespace ridgepoint
