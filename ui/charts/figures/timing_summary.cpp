// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/timing_summary.h"

#include "core/results/remedies/report.h"

#include <QCoreApplication>

namespace rooflight {

namespace {

struct TimingSummaryText {
    Q_DECLARE_TR_FUNCTIONS(TimingSummary)
};

} // namespace

QString remediesSummary(const Remedies &remedies)
{
    QStringList lines;
    const Phrase best = bestRemedyPhrase(remedies);
    if (!best.text.empty())
        lines << displayText(best);
    else if (!remedies.partial)
        lines << TimingSummaryText::tr("No change is significantly faster.");
    for (const std::string &line : remedyInstructions(remedies))
        lines << QString::fromStdString(line);
    for (const Remedy &remedy : remedies.remedies) {
        if (remedy.obstacle.value().value_or(RemedyObstacle::Failed) == RemedyObstacle::Failed)
            lines << TimingSummaryText::tr("%1 was not timed: %2.")
                         .arg(displayText(phraseOf(nameOf(remedy))), displayText(phraseOf(reasonOf(remedy))));
    }
    return lines.join(QLatin1Char('\n'));
}

QString methodsPurpose()
{
    return TimingSummaryText::tr(
        "Times the model with all common methods, side by side, and says which of them is misleading "
        "here and why.");
}

QString interleavedPurpose()
{
    return TimingSummaryText::tr(
        "Times the model interleaved with another model, or with another way to run it, and says which "
        "is faster, even on a machine whose speed drifts.");
}

QString sweepPurpose()
{
    return TimingSummaryText::tr(
        "Finds the largest batch that fits and the one with the best throughput. A sweep that is "
        "stopped continues where it was.");
}

QString remediesPurpose()
{
    return TimingSummaryText::tr(
        "Times everything that can be changed without changing the model, interleaved with the model as it is, "
        "compares the outputs, and combines what makes it faster.");
}

QString pipelinePurpose()
{
    return TimingSummaryText::tr(
        "Times several models in a row with work of the host between them, with and without waiting after each.");
}

} // namespace rooflight
