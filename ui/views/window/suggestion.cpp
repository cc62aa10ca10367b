// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/suggestion.h"

#include "core/report/format/experiment_names.h"
#include "core/results/remedies/report.h"
#include "core/statistics/summary.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace rooflight {

namespace {

struct SuggestionText {
    Q_DECLARE_TR_FUNCTIONS(Suggestions)
};

using Step = Suggestion::Step;

Suggestion again(const JudgedSession &judged)
{
    const Doubt &doubt = judged.answer().withheldBecause.front();
    if (doubt.roof)
        return { Step::MeasureRoofs,
                 SuggestionText::tr("Measure again: the answer depends on %1")
                     .arg(displayText(roofPhrase(judged.session().peaks->roofs[*doubt.roof]))),
                 SuggestionText::tr("This roof alone, which takes seconds; best while the machine is quiet."),
                 0,
                 {},
                 judged.session().peaks->roofs[*doubt.roof].name };
    return { Step::MeasureAgain,
             SuggestionText::tr("Measure again: the runs were not steady"),
             SuggestionText::tr("With the same options; best while the machine is quiet."),
             0,
             {} };
}

/// The headline says what it brought.
Suggestion seeRemedies()
{
    return { Step::SeeRemedies,
             SuggestionText::tr("See the fastest change"),
             SuggestionText::tr("All changes that were tried, and how to apply the best."),
             0,
             {} };
}

/// The largest cause that experiments found.
std::optional<ProvenCause> foundCause(const JudgedSession &judged)
{
    std::optional<ProvenCause> cause;
    double mostNs = 0;
    for (const RooflinePoint &point : judged.operators()) {
        if (!point.finding || !point.finding->cause)
            continue;
        const FoundCause &found = *point.finding->cause;
        const double lostNs = hasShare(found) ? point.timeNs.value_or(0) * (1 - found.evidence.ratio) : 0;
        if (!cause || lostNs > mostNs) {
            cause = found.id;
            mostNs = lostNs;
        }
    }
    return cause;
}

Suggestion tryRemedies(std::optional<ProvenCause> cause)
{
    return { Step::TryRemedies,
             cause ? SuggestionText::tr("Try to make it faster. Experiments found: %1")
                         .arg(displayText(shortNamePhrase(*cause)))
                   : SuggestionText::tr("Try to make it faster"),
             SuggestionText::tr("Times everything that can be changed without changing the model: precision, memory "
                                "format, threads and more, with the error of each."),
             0,
             {} };
}

Suggestion findOutWhy()
{
    return { Step::FindOutWhy,
             SuggestionText::tr("Find out why the slowest are slow"),
             SuggestionText::tr("Experiments on the layers with the most to gain, or on the selected layers."),
             0,
             {} };
}

Suggestion measureLonger(std::int64_t runs, std::int64_t needed)
{
    return { Step::MeasureLonger,
             SuggestionText::tr("Measure longer for p99"),
             SuggestionText::tr("Times the model again: the 99th percentile needs %1 runs, and there are %2.")
                 .arg(needed)
                 .arg(runs),
             needed,
             {} };
}

Suggestion compareWith(const QString &path)
{
    return { Step::Compare, SuggestionText::tr("Compare with %1").arg(QFileInfo(path).fileName()),
             SuggestionText::tr("A recent session of the same model."), 0, path };
}

} // namespace

std::vector<Suggestion> suggestionsFor(const JudgedSession &judged, bool canMeasure, const QString &similar,
                                       const std::set<Step> &refused)
{
    const Session &session = judged.session();
    if (!session.latency || session.latency->samples.samplesNs.empty())
        return {};
    std::vector<Suggestion> all;
    if (canMeasure && !judged.answer().trustworthy())
        all.push_back(again(judged));
    const bool isFaster = session.remedies && !session.remedies->best.ids.empty();
    if (isFaster)
        all.push_back(seeRemedies());
    else if (canMeasure && !session.remedies)
        all.push_back(tryRemedies(foundCause(judged)));
    const auto runs = std::int64_t(session.latency->samples.samplesNs.size());
    const std::int64_t needed = samplesNeeded(99);
    if (canMeasure && runs < needed)
        all.push_back(measureLonger(runs, needed));
    if (!similar.isEmpty())
        all.push_back(compareWith(similar));
    if (canMeasure && !session.explanation && !judged.answer().named.empty())
        all.push_back(findOutWhy());
    std::erase_if(all, [&refused](const Suggestion &one) { return refused.contains(one.step); });
    all.resize(std::min(all.size(), maxSuggestions));
    return all;
}

} // namespace rooflight
