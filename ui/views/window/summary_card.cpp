// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/summary_card.h"

#include "core/report/format/format.h"
#include "core/report/tables/condition_facts.h"
#include "core/results/analysis/analysis.h"
#include "core/results/session.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/views/panels/item_details.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

struct ModelFactsText {
    Q_DECLARE_TR_FUNCTIONS(rooflight::SummaryBar)
};

QString inputText(const Analysis &analysis)
{
    QStringList inputs;
    for (const ModelInput &input : analysis.inputs) {
        inputs.append(QString::fromStdString(formatShape(input.tensor.shape)) + u' ' + displayName(input.tensor.dtype));
    }
    return inputs.join(QStringLiteral(", "));
}

/// Null before the first sample.
const ModelLatency *latencyOf(const Session &session)
{
    return session.latency && session.latency->samples.summary.count > 0 ? &*session.latency : nullptr;
}

const ModelIdentity *identityOf(const Session &session)
{
    if (session.analysis)
        return &session.analysis->model;
    return session.inspection ? &session.inspection->model : nullptr;
}

ModelFact fileFact(const ModelIdentity *model)
{
    const QString path = model ? QString::fromStdString(model->path) : QString();
    return { model ? ModelFactsText::tr("Model (%1)").arg(displayName(model->form)) : ModelFactsText::tr("Model"),
             QFileInfo(path).fileName(), path };
}

ModelFact parametersFact(const ModelIdentity *model)
{
    return { factTitleText(FactId::Parameters),
             model ? QString::fromStdString(formatWork(model->parameters, "")) : QString(),
             model ? countText(model->parameters) : QString() };
}

ModelFact workFact(const Session &session)
{
    const auto &analysis = session.analysis;
    return { ModelFactsText::tr("Work"),
             analysis
                 ? QString::fromStdString(formatWork(analysis->totals.cost.flops, "FLOP", analysis->unknown.empty()))
                 : QString(),
             ModelFactsText::tr("Floating-point operations of one run; a multiply-add counts as two.") };
}

ModelFact trafficFact(const Session &session)
{
    const auto &analysis = session.analysis;
    QString help = ModelFactsText::tr("Bytes that all operators read and write in one run.");
    if (analysis && analysis->counted)
        help += u'\n'
            + ModelFactsText::tr("The GPU counted %1 read and %2 written in its memory.")
                  .arg(bytesText(analysis->counted->read), bytesText(analysis->counted->written));
    if (analysis && differsFromCounted(*analysis))
        help += u' ' + ModelFactsText::tr("That is more than 20 % off the computed bytes.");
    return { ModelFactsText::tr("Memory traffic"), analysis ? bytesText(analysis->totals.cost.bytes()) : QString(),
             help };
}

ModelFact activationsFact(const Session &session)
{
    const bool isKnown = session.analysis && session.analysis->totals.peakActivationBytes;
    return { ModelFactsText::tr("Peak activations"),
             isKnown ? bytesText(*session.analysis->totals.peakActivationBytes) : QString(),
             ModelFactsText::tr(
                 "Largest memory that inputs, results and temporaries occupied at one time, without the parameters.") };
}

ModelFact throughputFact(const ModelLatency *latency)
{
    const bool hasItems = latency && latency->batchSource != BatchSource::Unknown;
    const auto rounded = [](double perSecond) { return QString::fromStdString(formatRounded(perSecond)); };
    QString text;
    if (hasItems)
        text = ModelFactsText::tr("%1 items/s").arg(rounded(latency->throughputPerSecond));
    else if (latency)
        text = ModelFactsText::tr("%1 runs/s")
                   .arg(rounded(latency->throughputPerSecond
                                / static_cast<double>(std::max<std::int64_t>(latency->batch, 1))));
    return { ModelFactsText::tr("Throughput (mean)"), text,
             latency && !hasItems
                 ? ModelFactsText::tr("Runs per second, from the mean over all runs. The batch dimension is unknown.")
                 : ModelFactsText::tr("Items that the model processes per second, from the mean over all runs.") };
}

ModelFact energyFact(const ModelLatency &latency)
{
    const EnergyUse &energy = *latency.energy;
    const QString whole = displayText(energyPhrase(energy, latency.batch, latency.batchSource));
    QString help = whole;
    if (energy.joulesPerRun)
        help = ModelFactsText::tr("%1. Measured by the counter of %2 over windows of whole runs, so with all that "
                                  "used the device meanwhile.")
                   .arg(whole, energy.source ? displayText(namePhrase(*energy.source)) : QString());
    if (energy.idleWatts)
        help += u' '
            + ModelFactsText::tr("Idle power: %1.").arg(QString::fromStdString(formatQuantity(*energy.idleWatts, "W")));
    return { ModelFactsText::tr("Energy of a run (mean)"),
             energy.joulesPerRun ? QString::fromStdString(joulesText(energy)) : whole, help };
}

} // namespace

ModelFact inputFact(const Session &session)
{
    const QString input = session.analysis ? inputText(*session.analysis) : QString();
    return { factTitleText(FactId::InputShapes), input, input };
}

ModelFact deviceFact(const Session &session)
{
    const Device *device = measuredDevice(session);
    if (!device && session.analysis)
        device = &session.analysis->device;
    const QString name = device ? displayName(*device) : QString();
    return { ModelFactsText::tr("Device"), name, name };
}

ModelFact latencyFact(const Session &session)
{
    ModelFact fact { ModelFactsText::tr("Latency (median)"), {}, {} };
    const ModelLatency *latency = latencyOf(session);
    if (!latency)
        return fact;
    const Summary &summary = latency->samples.summary;
    fact.value = durationText(summary.medianNs);
    fact.help = ModelFactsText::tr("Median of %1 runs; fastest %2, slowest %3.")
                    .arg(summary.count)
                    .arg(durationText(summary.minNs), durationText(summary.maxNs));
    if (hasTwoModelTimes(session))
        fact.help += u' '
            + ModelFactsText::tr(
                  "The layers are timed in separate runs, in which the model took %1; its details say why.")
                  .arg(durationText(session.layers->instrumentedModel.summary.medianNs));
    return fact;
}

std::vector<ModelFact> modelFacts(const Session &session)
{
    const ModelIdentity *model = identityOf(session);
    std::vector<ModelFact> facts { fileFact(model),         inputFact(session), deviceFact(session),
                                   parametersFact(model),   workFact(session),  trafficFact(session),
                                   activationsFact(session) };
    const bool isComplete =
        session.analysis && coverageOf(*session.analysis).knownOperators == coverageOf(*session.analysis).operators;
    if (isComplete)
        facts.push_back({ ModelFactsText::tr("Formulas"), ModelFactsText::tr("Complete"),
                          ModelFactsText::tr("Every operator of this model has a formula.") });
    facts.push_back(latencyFact(session));
    facts.push_back(throughputFact(latencyOf(session)));
    if (const ModelLatency *latency = latencyOf(session); latency && latency->energy)
        facts.push_back(energyFact(*latency));
    forEachPlainKind([&](const auto &kind) {
        if (const auto &part = session.*kind.part)
            std::ranges::move(plainFacts(*part), std::back_inserter(facts));
    });
    return facts;
}

namespace {

constexpr int cardWidth = 520;
constexpr int cardMargin = 16;

} // namespace

SummaryCard::SummaryCard(QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_grid(new QGridLayout)
{
    setFrameShape(QFrame::StyledPanel);
    m_grid->setHorizontalSpacing(cardMargin);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    layout->setSpacing(cardMargin);
    layout->addLayout(m_grid);
}

void SummaryCard::setFacts(const std::vector<ModelFact> &facts)
{
    while (m_rows.size() < facts.size()) {
        const auto row = static_cast<int>(m_rows.size());
        const auto &[title, value] = m_rows.emplace_back(new QLabel(this), new QLabel(this));
        title->setForegroundRole(QPalette::PlaceholderText);
        value->setWordWrap(true);
        for (QLabel *label : { title, value })
            label->setTextFormat(Qt::PlainText);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(title, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[title, value] = m_rows[i];
        const ModelFact fact = i < facts.size() ? facts[i] : ModelFact();
        title->setText(fact.title);
        value->setText(i < facts.size() && fact.value.isEmpty() ? QStringLiteral("–") : fact.value);
        for (QLabel *label : { title, value }) {
            label->setToolTip(shownAsPlainText(fact.help));
            label->setVisible(i < facts.size());
        }
        value->setAccessibleName(fact.title + QStringLiteral(": ") + fact.value);
    }
}

const QLabel *SummaryCard::valueOf(const QString &title) const
{
    const auto row = std::ranges::find_if(m_rows, [&title](const auto &pair) { return pair.first->text() == title; });
    return row == m_rows.end() ? nullptr : row->second;
}

void SummaryCard::openBelow(const QWidget *widget)
{
    const int width = std::min(cardWidth, widget->window()->width() - 2 * cardMargin);
    setFixedWidth(width);
    layout()->activate();
    resize(width, layout()->totalHeightForWidth(width)); // adjustSize() takes the height of a narrower card
    const QPoint place = widget->mapToGlobal(QPoint(widget->width() - width, widget->height() + 2));
    const int leftmost = widget->window()->mapToGlobal(QPoint(cardMargin, 0)).x();
    move(std::max(place.x(), leftmost), place.y());
    show();
    setFocus(Qt::PopupFocusReason);
}

} // namespace rooflight
