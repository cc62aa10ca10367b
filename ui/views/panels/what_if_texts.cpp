// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the panel says.

#include "core/report/format/names.h"
#include "core/report/what_if_report.h"
#include "core/roofline/footprint_roofs.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/device_box.h"

namespace rooflight {

QString WhatIfPanel::summary() const
{
    QStringList parts;
    if (m_change.batch != 1)
        parts << tr("batch %1").arg(batchThere());
    if (m_lengthThere)
        parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(m_openSize->place)).arg(*m_lengthThere);
    if (m_change.precision != ModelPrecision::AsLoaded)
        parts << displayName(m_change.precision);
    if (m_change.int8 != LinearInt8::None)
        parts << inlineName(m_change.int8);
    if (m_change.fusion == FusionScope::Pointwise)
        parts << inlineName(AskedChange::Compiled);
    else if (m_change.fusion != FusionScope::None)
        parts << (m_change.fusion == FusionScope::Layers ? tr("layers fused") : tr("blocks fused"));
    if (m_change.noLaunches)
        parts << inlineName(AskedChange::NoLaunches);
    if (m_change.roofs)
        parts << m_device->currentText();
    return tr("What if: %1").arg(parts.join(tr(", ")));
}

QString WhatIfPanel::headline() const
{
    if (m_holdsOnlyTimes)
        return onlyTimesSentence();
    if (!m_hasLayers)
        return tr("The effect of another batch, precision, fusion or device appears here once the layers are known.");
    if (isUnchanged())
        return tr("What would another batch, length, precision, fusion or device change?");
    if (!m_problem.isEmpty())
        return m_problem;
    if (!m_forecast)
        return tr("Calculating…");
    const std::optional<double> best = m_forecast->thereAtRoofNs;
    if (!best)
        return tr("The roofs were not measured: choose a device.");
    if (m_forecast->hereNs)
        return headlineWith(*m_forecast->hereNs, *best);
    return tr("At the roofs: here %1 → there %2").arg(durationOrEmpty(m_forecast->hereAtRoofNs), durationText(*best));
}

QString WhatIfPanel::headlineWith(double hereNs, double thereAtRoofNs) const
{
    const QString here = durationText(hereNs);
    const QString best = durationText(thereAtRoofNs);
    if (m_estimate && m_estimate->medianNs)
        return tr("Here %1 → there %2 (%3 to %4), %5 at best")
            .arg(here, durationText(*m_estimate->medianNs), durationText(m_estimate->intervalNs[0]),
                 durationText(m_estimate->intervalNs[1]), best);
    if (m_forecast->thereNs)
        return tr("Here %1 → there about %2 (%3 to %4), %5 at best")
            .arg(here, durationText(*m_forecast->thereNs), durationText(m_forecast->intervalNs[0]),
                 durationText(m_forecast->intervalNs[1]), best);
    return tr("Here %1 → there %2 at best").arg(here, best);
}

QString WhatIfPanel::foundBy() const
{
    if (!m_estimateProblem.isEmpty())
        return m_estimateProblem;
    if (m_estimating)
        return tr("Running it a few times in the new way…");
    if (!m_estimate)
        return displayText(m_assumptions);
    QStringList sentences { tr("Found by a few runs in the new way; its operators were also called alone.") };
    if (!m_estimate->disturbedBy.empty())
        sentences << tr("Runs were disturbed (%1): estimate it again when the machine is quiet.")
                         .arg(displayText(flagsPhrase(m_estimate->disturbedBy)));
    return joinedSentences(sentences);
}

/// What to expect of an item, where that is known: the limit alone would make any larger batch look better.
QString WhatIfPanel::perItemSentence(double hereNs) const
{
    const QString here = durationText(hereNs / double(m_forecast->batchHere));
    const auto perItem = [this](double timeNs) { return durationText(timeNs / m_forecast->batchThere); };
    const std::optional<double> expected =
        m_estimate && m_estimate->medianNs ? m_estimate->medianNs : m_forecast->thereNs;
    return expected
        ? tr("For each item: %1 → %2, %3 at best.").arg(here, perItem(*expected), perItem(*m_forecast->thereAtRoofNs))
        : tr("For each item: %1 → %2 at best.").arg(here, perItem(*m_forecast->thereAtRoofNs));
}

QString WhatIfPanel::remarks() const
{
    if (m_holdsOnlyTimes)
        return {};
    if (isUnchanged())
        return tr("Measured points stay filled on the chart, predicted points are hollow.");
    if (!m_forecast || !m_forecast->thereAtRoofNs)
        return {};
    QStringList sentences { m_doubt };
    const double here = m_forecast->hereNs.value_or(m_forecast->hereAtRoofNs.value_or(0));
    if (m_change.batch != 1 && here > 0)
        sentences << perItemSentence(here);
    sentences << foundBy();
    if (m_change.roofs)
        sentences
            << tr("From the data sheet of %1, with the call overhead of this machine; nothing was measured there.")
                   .arg(m_device->currentText());
    if (m_change.roofs && !knowsCaches(*m_change.roofs))
        sentences << tr("Its caches are not known, so it may be faster.");
    if (m_forecast->unjudged > 0)
        sentences << tr("No roof there covers %1 of the points: these times leave them out.").arg(m_forecast->unjudged);
    sentences.removeAll(QString());
    return joinedSentences(sentences);
}

/// From which batch on another roof judges the layer, in words.
QString WhatIfPanel::pathSentence() const
{
    if (m_places.empty())
        return {};
    const auto batchOf = [this](const BatchPlace &place) {
        return QString::number(place.batch * double(m_observedBatch));
    };
    if (!m_turn)
        return tr("At its roof %1 stays %2 from batch %3 to %4.")
            .arg(m_layer, inlineName(m_places.front().bound), batchOf(m_places.front()), batchOf(m_places.back()));
    const QString batch = QString::number(m_turn->batch);
    if (m_turn->to == Bound::Compute)
        return tr("At its roof %1 turns compute-bound at batch %2.").arg(m_layer, batch);
    return tr("At its roof %1 turns from %2 to %3 at batch %4.")
        .arg(m_layer, inlineName(m_turn->from), inlineName(m_turn->to), batch);
}

QString WhatIfPanel::text() const
{
    return headline() + u'\n' + allRemarks();
}

QString WhatIfPanel::allRemarks() const
{
    const QString path = pathSentence();
    return path.isEmpty() ? remarks() : path + u'\n' + remarks();
}

} // namespace rooflight
