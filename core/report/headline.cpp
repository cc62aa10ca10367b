// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/headline.h"

#include "core/base/translation_mark.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/verdicts.h"
#include "core/results/remedies/report.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/footprint_roofs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace rooflight {

namespace {

/// More is not read at a glance.
constexpr std::size_t longestHeadline = 200;
/// From this share on the cost of the calls gets a sentence of its own.
constexpr double manyLaunches = 0.2;

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

bool isJudged(const ModelSummary &summary)
{
    return std::ranges::any_of(summary.bounds,
                               [](const BoundShare &share) { return share.bound != Bound::None && share.share > 0; });
}

/// How much of the headline there is room for.
struct Extent {
    std::size_t named = 0; ///< of the answer's parts
    bool withReasons = true;
    bool withLaunches = true;
    bool withNextStep = true;
    std::size_t longestName = std::string::npos; ///< characters of it
};

/// Of the bytes of UTF-8.
bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Its last characters, which say more than its first.
std::string shortened(const std::string &name, std::size_t longest)
{
    std::size_t characters = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        if (startsCharacter(name[i]) && ++characters >= longest && i > 0)
            return "…" + name.substr(i);
    }
    return name;
}

/// Of a path such as "0" or "12.3", as in a sequence of modules without names.
bool isNumber(const std::string &label)
{
    return !label.empty() && label.find_first_not_of("0123456789.") == std::string::npos;
}

Phrase namePhrase(const RankedGroup &parts, const Extent &extent)
{
    RankedGroup shown = parts;
    shown.first.label = shortened(parts.first.label, extent.longestName);
    const std::string target = targetOf(parts.first.item);
    Phrase name = text(labelOf(shown));
    if (isNumber(parts.first.label)) // "0" alone reads as an amount
        name = { QT_TRANSLATE_NOOP("Phrases", "layer %1"), { std::move(name) } };
    return linked(std::move(name), parts.count() == 1 ? target : "equal:" + target);
}

/// Why a part takes longer than its roof allows, in two or three words.
Phrase reasonPhrase(const RooflinePoint &point)
{
    const Verdict &verdict = point.verdict;
    if (point.finding && point.finding->cause) // what was found comes before what is likely
        return shortNamePhrase(point.finding->cause->id);
    if (verdict.bound == Bound::Launch)
        return { QT_TRANSLATE_NOOP("Phrases", "launch overhead"), {} };
    const bool isExplained = verdict.bound == Bound::Underutilized && !verdict.underutilizedCauses.empty()
        && verdict.underutilizedCauses.front().id != UnderutilizedCause::Unknown;
    if (isExplained)
        return shortNamePhrase(verdict.underutilizedCauses.front().id);
    return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof"), { percent(verdict.roofFraction.value_or(0)) } };
}

Phrase namedPart(const JudgedSession &judged, const RankedGroup &parts, const Extent &extent)
{
    Phrase name = namePhrase(parts, extent);
    return extent.withReasons ? Phrase { QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"),
                                         { std::move(name), reasonPhrase(judged.at(parts.first.item)) } }
                              : name;
}

std::size_t namedParts(const JudgedSession &judged, const Extent &extent)
{
    return std::min(extent.named, judged.answer().named.size());
}

Phrase namedPhrase(const JudgedSession &judged, const Extent &extent)
{
    std::vector<Phrase> names;
    for (std::size_t i = 0; i < namedParts(judged, extent); ++i)
        names.push_back(namedPart(judged, judged.answer().named[i].parts, extent));
    return enumerationOf(std::move(names));
}

std::optional<Promise> atNamedRoofs(const JudgedSession &judged, const Extent &extent)
{
    const std::size_t named = namedParts(judged, extent);
    const std::vector<Promise> &promises = judged.answer().promises;
    return named == 0 || named > promises.size() ? std::nullopt : std::optional(promises[named - 1]);
}

/// "9.9 ms (9.7 to 10.2, −27 %)".
Phrase fasterPhrase(double medianNs, const Promise &promise)
{
    const std::string then = formatDuration(promise.timeNs);
    const Phrase change = percent(std::max(0.0, 1 - promise.timeNs / medianNs));
    const std::array ends { formatDuration(promise.intervalNs[0]), formatDuration(promise.intervalNs[1]) };
    if (ends[0] == ends[1])
        return { QT_TRANSLATE_NOOP("Phrases", "%1 (−%2)"), { text(then), change } };
    const auto [low, high] = withoutUnits(ends, then);
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (%2 to %3, −%4)"), { text(then), text(low), text(high), change } };
}

Phrase medianSentence(const ModelSummary &summary)
{
    return { QT_TRANSLATE_NOOP("Phrases", "%1."), { text(formatDuration(*summary.medianNs)) } };
}

/// "With maxpool (scalar kernel) at its roof: 9.9 ms (−27 %)."
Phrase namedSentence(const JudgedSession &judged, const Extent &extent)
{
    const Phrase faster = fasterPhrase(*judged.summary().medianNs, *atNamedRoofs(judged, extent));
    const bool isOne = namedParts(judged, extent) == 1 && judged.answer().named.front().parts.count() == 1;
    return { isOne ? QT_TRANSLATE_NOOP("Phrases", "With %1 at its roof: %2.")
                   : QT_TRANSLATE_NOOP("Phrases", "With %1 at their roofs: %2."),
             { namedPhrase(judged, extent), faster } };
}

Phrase spreadSentence(const JudgedSession &judged, const Extent &extent)
{
    const ModelSummary &summary = judged.summary();
    const ModelAnswer &answer = judged.answer();
    const Phrase faster = fasterPhrase(*summary.medianNs, answer.promises.front());
    const Phrase parts = text(formatCount(static_cast<std::int64_t>(answer.parts.size())));
    if (!answer.largestEqual)
        return { QT_TRANSLATE_NOOP("Phrases", "With all layers at their roofs: %1; the gain is spread over %2 layers."),
                 { faster, parts } };
    const Phrase group = namePhrase(*answer.largestEqual, extent);
    return { QT_TRANSLATE_NOOP(
                 "Phrases", "With all layers at their roofs: %1; the gain is spread over %2 layers, %3 of it in %4."),
             { faster, parts, percent(std::min(1.0, answer.largestEqual->first.gainNs / summary.rankedGainNs)),
               group } };
}

double shareOf(const ModelSummary &summary, Bound bound)
{
    const auto found = std::ranges::find(summary.bounds, bound, &BoundShare::bound);
    return found == summary.bounds.end() ? 0 : found->share;
}

Phrase launchSentence(const ModelSummary &summary, const Session &session)
{
    if (session.layers && session.layers->graphReplayMedianNs)
        return {
            QT_TRANSLATE_NOOP(
                "Phrases",
                "%1 operator calls wait for their launches: replayed as a CUDA graph, a run takes %2 instead of %3."),
            { text(formatCount(summary.operatorCalls)), text(formatDuration(*session.layers->graphReplayMedianNs)),
              text(formatDuration(session.layers->bareMedianNs)) }
        };
    return { QT_TRANSLATE_NOOP("Phrases",
                               "%1 operator calls take at least %2 to launch: fusing them, or replaying them as a "
                               "graph, would save most of it."),
             { text(formatCount(summary.operatorCalls)), text(formatDuration(summary.launchNs)) } };
}

/// "Channels last: 16.0 ms measured (−36 %, largest error 0.1 %)." Nothing if no remedy was measured to be faster.
std::optional<Phrase> nextStepSentence(const JudgedSession &judged)
{
    const Part<Remedies> &remedies = judged.session().remedies;
    Phrase best = remedies ? bestRemedyPhrase(*remedies, judged.summary().medianNs) : Phrase();
    if (best.text.empty())
        return std::nullopt;
    return Phrase { .text = QT_TRANSLATE_NOOP("Phrases", "%1."), .arguments = { std::move(best) }, .isSentence = true };
}

/// First of all, as nothing that follows can be relied on.
Phrase doubtSentence(const JudgedSession &judged)
{
    const std::vector<Doubt> &doubts = judged.answer().withheldBecause;
    const bool wereDisturbed = !judged.summary().timingFlags.empty();
    if (doubts.empty() || (wereDisturbed && doubts.front().item == ItemId { ItemId::Kind::Layer, 0 }))
        return { QT_TRANSLATE_NOOP("Phrases", "The runs were disturbed (%1): measure again when the machine is quiet."),
                 { flagsPhrase(judged.summary().timingFlags) } };
    const Doubt &doubt = doubts.front();
    if (doubt.roof)
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "The roof %1 is too uncertain: it changes the gain by %2. Measure it again."),
                 { roofPhrase(judged.session().peaks->roofs[*doubt.roof]), percent(doubt.moves) } };
    const std::optional<BareRuns> runs = bareRuns(judged.session());
    const bool hadOtherLoad = runs && hasFlag(runs->samples->flags, SampleFlag::OtherLoad);
    return { hadOtherLoad
                 ? QT_TRANSLATE_NOOP("Phrases",
                                     "Other programs used the CPUs: the times of %1 vary so much that they change the "
                                     "gain by %2. Measure again when the machine is quiet.")
                 : QT_TRANSLATE_NOOP("Phrases",
                                     "The times of %1 vary too much: they change the gain by %2. Measure again."),
             { text(doubt.name), percent(doubt.moves) } };
}

/// Where to look, without a promise.
std::vector<Phrase> withheldSentences(const JudgedSession &judged, const Extent &extent)
{
    std::vector<Phrase> sentences = { doubtSentence(judged) };
    if (!judged.summary().medianNs)
        return sentences;
    sentences.push_back(medianSentence(judged.summary()));
    Extent names = extent;
    names.withReasons = false;
    if (!judged.answer().named.empty())
        sentences.push_back({ QT_TRANSLATE_NOOP("Phrases", "Most to gain: %1."), { namedPhrase(judged, names) } });
    return sentences;
}

/// More runs may remove the doubts, of which it is too early to speak.
std::vector<Phrase> pendingSentences(const ModelSummary &summary)
{
    return { medianSentence(summary), { QT_TRANSLATE_NOOP("Phrases", "Times are being measured."), {} } };
}

/// Of a model that was not timed, or whose times are of another device than the roofs.
Phrase roofsSentence(const JudgedSession &judged, bool beingTimed)
{
    const ModelSummary &summary = judged.summary();
    const Phrase best = text(formatDuration(summary.timeAtRoofNs.value_or(0)));
    const DeviceRoofs &peaks = *judged.session().peaks;
    if (peaks.theoretical)
        return { knowsCaches(peaks)
                     ? QT_TRANSLATE_NOOP("Phrases", "At best on %1, with every operator at its roof: %2.")
                     : QT_TRANSLATE_NOOP("Phrases",
                                         "On %1, with every operator at its roof: %2, or less, as its caches are not "
                                         "known."),
                 { text(peaks.device.name), best } };
    return { beingTimed
                 ? QT_TRANSLATE_NOOP("Phrases", "Times are being measured. Its operators at their roofs take %1: %2.")
                 : QT_TRANSLATE_NOOP("Phrases", "Not timed. Its operators at their roofs take %1: %2."),
             { best, boundsPhrase(summary) } };
}

/// What the roofs promise.
std::vector<Phrase> gainSentences(const JudgedSession &judged, bool beingTimed, const Extent &extent)
{
    const Session &session = judged.session();
    const ModelSummary &summary = judged.summary();
    std::vector<Phrase> sentences;
    // Runs that took less contradict the roofs: there is nothing to promise.
    const double best = summary.timeAtRoofNs.value_or(0);
    if (best >= *summary.medianNs || best <= 0)
        return sentences;
    if (summary.ranking.empty())
        sentences.push_back(
            { beingTimed
                  ? QT_TRANSLATE_NOOP("Phrases", "Its operators at their roofs take %1; its layers are being timed.")
                  : QT_TRANSLATE_NOOP("Phrases", "Its operators at their roofs take %1; its layers were not timed."),
              { text(formatDuration(best)) } });
    else if (judged.answer().named.empty())
        sentences.push_back(spreadSentence(judged, extent));
    else
        sentences.push_back(namedSentence(judged, extent));
    const bool waits = shareOf(summary, Bound::Launch) >= manyLaunches && summary.launchNs > 0 && summary.sharesOfTime;
    if (waits && extent.withLaunches)
        sentences.push_back(launchSentence(summary, session));
    return sentences;
}

std::vector<Phrase> timedSentences(const JudgedSession &judged, bool beingTimed, const Extent &extent)
{
    std::vector<Phrase> sentences = { medianSentence(judged.summary()) };
    std::ranges::move(gainSentences(judged, beingTimed, extent), std::back_inserter(sentences));
    std::optional<Phrase> nextStep = nextStepSentence(judged);
    if (nextStep && extent.withNextStep)
        sentences.push_back(std::move(*nextStep));
    return sentences;
}

std::vector<Phrase> sentencesOf(const JudgedSession &judged, bool beingTimed, const Extent &extent)
{
    const ModelSummary &summary = judged.summary();
    const bool isTheoretical = judged.session().peaks && judged.session().peaks->theoretical;
    // Times that promise nothing have no doubts of their own.
    const bool isDoubtful = !judged.answer().trustworthy() || (summary.ranking.empty() && !summary.timingFlags.empty());
    if (isDoubtful && !beingTimed && !isTheoretical)
        return withheldSentences(judged, extent);
    if (isDoubtful && summary.medianNs && !isTheoretical)
        return pendingSentences(summary);
    if (summary.medianNs && !isTheoretical)
        return timedSentences(judged, beingTimed, extent);
    if (isTheoretical && summary.medianNs)
        return { { QT_TRANSLATE_NOOP("Phrases", "%1 here."), { text(formatDuration(*summary.medianNs)) } },
                 roofsSentence(judged, beingTimed) };
    return { roofsSentence(judged, beingTimed) };
}

Headline headlineOf(const JudgedSession &judged, bool beingTimed, const Extent &extent)
{
    Headline headline;
    headline.sentences = sentencesOf(judged, beingTimed, extent);
    if (!judged.session().peaks || judged.session().peaks->theoretical)
        return headline;
    headline.atNamedRoofs = atNamedRoofs(judged, extent);
    for (std::size_t i = 0; i < namedParts(judged, extent); ++i) {
        headline.named.push_back(judged.answer().named[i].parts.first.item);
        const std::vector<std::int64_t> &layers = judged.answer().named[i].layers;
        headline.layers.insert(headline.layers.end(), layers.begin(), layers.end());
    }
    return headline;
}

std::size_t charactersOf(const std::vector<Phrase> &sentences)
{
    std::size_t characters = 0;
    for (const Phrase &sentence : sentences) {
        const std::string english = toEnglish(sentence);
        characters += 1 + static_cast<std::size_t>(std::ranges::count_if(english, startsCharacter));
    }
    return characters;
}

} // namespace

std::string labelOf(const RankedGroup &group)
{
    const std::string &label = group.first.label;
    return group.count() == 1 ? label : label + " ×" + formatCount(static_cast<std::int64_t>(group.count()));
}

std::size_t numberOf(const Headline &headline, ItemId item)
{
    const auto found = std::ranges::find(headline.named, item);
    return found == headline.named.end() ? 0 : static_cast<std::size_t>(found - headline.named.begin()) + 1;
}

Headline headline(const JudgedSession &judged, bool beingTimed)
{
    // What is left out first: reasons, then names, then the ends of names, then the next step.
    static constexpr std::array extents = {
        Extent { 3, true, true },
        Extent { 2, true, true },
        Extent { 3, false, true },
        Extent { 1, true, true },
        Extent { 1, true, false },
        Extent { 1, false, false },
        Extent { 1, false, false, true, 40 },
        Extent { 1, false, false, false, 40 },
    };
    if (!judged.summary().medianNs && !isJudged(judged.summary()))
        return {};
    for (const Extent &extent : extents) {
        Headline fitting = headlineOf(judged, beingTimed, extent);
        if (charactersOf(fitting.sentences) <= longestHeadline)
            return fitting;
    }
    return headlineOf(judged, beingTimed, extents.back());
}

std::string headlineText(const Headline &headline)
{
    return translatedRow(translated(headline.sentences), QT_TRANSLATE_NOOP("Sentences", "%1 %2"), "Sentences");
}

std::string headlineText(const JudgedSession &judged)
{
    return headlineText(headline(judged));
}

} // namespace rooflight
