// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/experiment_details.h"

#include "core/report/format/experiment_names.h"
#include "core/results/explanation/report.h"
#include "core/results/remedies/remedies.h"
#include "core/roofline/explained_items.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

DetailRow rowOf(const ExperimentResult &result, const TrialControl &control)
{
    const Effect effect = effectOf(result, control);
    const QString value = ItemDetailsText::tr("%1 (%2): %3")
                              .arg(percentChangeText(result.ratio - 1), displayText(changePhrase(result.interval)),
                                   displayText(namePhrase(effect)));
    return { displayText(namePhrase(result.id)), value, {}, RatioBar { result.ratio, result.interval, effect } };
}

DetailSection sectionOf(const ExplainedItem &explained)
{
    DetailSection section { ItemDetailsText::tr("Why"), {}, {} };
    section.rows.push_back({ ItemDetailsText::tr("Experiments"), displayText(proofPhrase(explained)), {} });
    for (const ExperimentResult &result : explained.experiments->experiments)
        section.rows.push_back(rowOf(result, explained.control));
    QStringList remedies;
    for (const FoundCause &cause : explained.proof.causes)
        remedies << displayText(remedyPhrase(cause.id));
    section.note = remedies.join(QLatin1Char(' '));
    return section;
}

/// Lines of Python that try the remedy on the whole model; empty for what is none.
QString pythonFor(ProvenCause cause, const Explanation &explanation)
{
    const std::optional<RemedyId> remedy = remedyFor(cause);
    if (!remedy)
        return {};
    RunSetup base;
    base.execution = explanation.execution;
    base.threads = explanation.threads;
    const RunSetup setup = withRemedy(base, *remedy, std::max(explanation.threads / 2, 1));
    return QString::fromStdString(howTo(setup, base, explanation.model).python);
}

} // namespace

std::vector<ExplainedItem> experimentsOn(const JudgedSession &judged, ItemId item)
{
    std::vector<ExplainedItem> items = explainedItems(judged);
    std::erase_if(items, [item](const ExplainedItem &explained) {
        return (item.kind == ItemId::Kind::Operator ? explained.op->id : explained.op->layer) != item.id;
    });
    return items;
}

std::optional<DetailSection> adviceSection(const std::vector<ExplainedItem> &items, const Session &session)
{
    DetailSection section { ItemDetailsText::tr("Do this"), {}, {} };
    for (const ExplainedItem &explained : items) {
        if (explained.proof.causes.empty())
            continue;
        const FoundCause &cause = explained.proof.causes.front();
        section.rows.push_back({ QString::fromStdString(explained.op->name), displayText(advicePhrase(cause)), {} });
        if (const QString python = pythonFor(cause.id, *session.explanation); !python.isEmpty())
            section.rows.push_back({ {}, ItemDetailsText::tr("Copy the Python"), {}, {}, python });
    }
    return section.rows.empty() ? std::nullopt : std::optional(std::move(section));
}

std::vector<DetailSection> experimentSections(const std::vector<ExplainedItem> &items)
{
    std::vector<DetailSection> sections;
    for (const ExplainedItem &explained : items)
        sections.push_back(sectionOf(explained));
    return sections;
}

} // namespace rooflight
