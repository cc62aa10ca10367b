// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/experiment_details.h"

#include "core/report/format/experiment_names.h"
#include "core/results/explanation/report.h"
#include "core/roofline/explained_items.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

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

} // namespace

std::vector<DetailSection> experimentSections(const JudgedSession &judged, ItemId item)
{
    std::vector<DetailSection> sections;
    for (const ExplainedItem &explained : explainedItems(judged)) {
        const bool isOfItem =
            item.kind == ItemId::Kind::Operator ? explained.op->id == item.id : explained.op->layer == item.id;
        if (isOfItem)
            sections.push_back(sectionOf(explained));
    }
    return sections;
}

} // namespace rooflight
