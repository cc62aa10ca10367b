// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/summary_bar.h"

#include "core/model/coverage.h"
#include "core/model/measured_device.h"
#include "core/report/format/format.h"
#include "ui/models/layer_columns.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/device_details.h"
#include "ui/views/widgets/elided_label.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace ridgepoint {

namespace {

constexpr int factSpacing = 24;

QString inputText(const Analysis &analysis)
{
    QStringList inputs;
    for (const ModelInput &input : analysis.inputs) {
        inputs.append(QString::fromStdString(formatShape(input.tensor.shape)) + u' ' + displayName(input.tensor.dtype));
    }
    return inputs.join(QStringLiteral(", "));
}

} // namespace

QString SummaryBar::throughputText(const ModelLatency &latency)
{
    const auto rounded = [](double perSecond) { return QString::fromStdString(formatRounded(perSecond)); };
    if (latency.batchSource != BatchSource::Unknown)
        return tr("%1 items/s").arg(rounded(latency.throughputPerSecond));
    const auto batch = static_cast<double>(std::max<std::int64_t>(latency.batch, 1));
    return tr("%1 runs/s").arg(rounded(latency.throughputPerSecond / batch));
}

SummaryBar::SummaryBar(QWidget *parent)
    : QWidget(parent)
    , m_facts(new QHBoxLayout)
    , m_headlineText(new QLabel(this))
{
    m_headlineText->setObjectName(QStringLiteral("headline"));
    m_headlineText->setWordWrap(true);
    m_headlineText->setTextFormat(Qt::RichText); // everything in it is escaped
    m_headlineText->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_headlineText->setOpenExternalLinks(false);
    connect(m_headlineText, &QLabel::linkActivated, this, &SummaryBar::targetActivated);
    // A layer's name that is longer than the window is cut, and does not widen it.
    m_headlineText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_headlineText->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(6);
    layout->addWidget(m_headlineText);
    layout->addLayout(m_facts);
    m_facts->setSpacing(factSpacing);
    m_model = addFact(true);
    m_input = addFact(true);
    m_device = addFact(true);
    m_parameters = addFact(false);
    m_work = addFact(false);
    m_traffic = addFact(false);
    m_activations = addFact(false);
    m_formulas = addFact(false);
    m_latency = addFact(false);
    m_throughput = addFact(false);
}

SummaryBar::Fact SummaryBar::addFact(bool mayShrink)
{
    Fact fact { new QLabel(this), mayShrink ? new ElidedLabel(this) : new QLabel(this) };
    fact.title->setForegroundRole(QPalette::PlaceholderText);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    fact.title->setFont(small);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    fact.value->setFont(strong);
    fact.value->setTextFormat(Qt::PlainText);
    auto *column = new QVBoxLayout;
    column->setSpacing(1);
    column->addWidget(fact.title);
    column->addWidget(fact.value);
    m_facts->addLayout(column);
    return fact;
}

void SummaryBar::setSession(const Session &session)
{
    m_session = &session;
    showFacts();
}

void SummaryBar::setHeadline(std::vector<Phrase> sentences)
{
    m_headline = std::move(sentences);
    showHeadline();
}

QString SummaryBar::headline() const
{
    return displayText(m_headline);
}

void SummaryBar::showHeadline()
{
    const QString all = headline();
    const std::size_t shown = m_compact ? std::min<std::size_t>(1, m_headline.size()) : m_headline.size();
    const QString text = withUnbrokenUnits(displayMarkup(std::span(m_headline).first(shown)));
    m_headlineText->setVisible(!all.isEmpty());
    if (text == m_headlineText->text())
        return; // a person may have marked some of it
    m_headlineText->setText(text);
    m_headlineText->setAccessibleName(all);
    m_headlineText->setToolTip(tr("What limits the model, and what it could gain: each operator under its own roof, "
                                  "added up. F1 explains the words."));
}

void SummaryBar::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    for (const Fact &fact : { m_model, m_input, m_device, m_parameters, m_work, m_traffic, m_activations, m_formulas,
                              m_latency, m_throughput }) {
        fact.title->setVisible(!compact);
        fact.value->setVisible(!compact);
    }
    showFacts();
    layout()->setContentsMargins(12, compact ? 2 : 6, 12, compact ? 2 : 6);
    showHeadline();
}

void SummaryBar::show(const Fact &fact, const QString &title, const QString &value, const QString &help)
{
    fact.title->setText(title);
    fact.value->setText(value.isEmpty() ? QStringLiteral("–") : value);
    fact.title->setToolTip(shownAsPlainText(help));
    fact.value->setToolTip(shownAsPlainText(help));
    fact.value->setAccessibleName(title + QStringLiteral(": ") + value);
}

void SummaryBar::showModel()
{
    const auto &analysis = m_session->analysis;
    const auto &inspection = m_session->inspection;
    const ModelIdentity *model = analysis ? &analysis->model : inspection ? &inspection->model : nullptr;
    const QString path = model ? QString::fromStdString(model->path) : QString();
    show(m_model, model ? tr("Model (%1)").arg(displayName(model->form)) : tr("Model"), QFileInfo(path).fileName(),
         path);
    show(m_parameters, factTitleText(FactId::Parameters),
         model ? QString::fromStdString(formatWork(model->parameters, "")) : QString(),
         model ? countText(model->parameters) : QString());
    const QString input = analysis ? inputText(*analysis) : QString();
    show(m_input, factTitleText(FactId::InputShapes), input, input);
    const Device *device = measuredDevice(*m_session);
    if (!device && analysis)
        device = &analysis->device;
    const QString name = device ? displayName(*device) : QString();
    show(m_device, tr("Device"), name, name);
}

void SummaryBar::showWork()
{
    const auto &analysis = m_session->analysis;
    show(m_work, tr("Work"),
         analysis ? QString::fromStdString(formatWork(analysis->totals.cost.flops, "FLOP", analysis->unknown.empty()))
                  : QString(),
         tr("Floating-point operations of one run; a multiply-add counts as two."));
    const Totals totals = analysis ? analysis->totals : Totals();
    const std::int64_t traffic = totals.cost.bytes();
    QString trafficTip = tr("Bytes that all operators read and write in one run.");
    if (analysis && analysis->counted)
        trafficTip += u'\n'
            + tr("The GPU counted %1 read and %2 written in its memory.")
                  .arg(bytesText(analysis->counted->read), bytesText(analysis->counted->written));
    show(m_traffic, tr("Memory traffic"), analysis ? bytesText(traffic) : QString(), trafficTip);
    const bool isKnown = analysis && analysis->totals.peakActivationBytes;
    show(m_activations, tr("Peak activations"), isKnown ? bytesText(*analysis->totals.peakActivationBytes) : QString(),
         tr("Most memory that inputs, results and temporaries occupied at one time, apart from the parameters."));
}

void SummaryBar::showFormulas()
{
    bool complete = false;
    if (m_session->analysis) {
        const Coverage coverage = coverageOf(*m_session->analysis);
        complete = coverage.knownOperators == coverage.operators;
    }
    m_formulas.title->setVisible(complete && !m_compact);
    m_formulas.value->setVisible(complete && !m_compact);
    show(m_formulas, tr("Formulas"), tr("Complete"), tr("Every operator of this model has a formula."));
}

void SummaryBar::showLatency()
{
    QString latency;
    QString throughput;
    QString spread;
    QString items = tr("Items that the model processes in a second, from the mean over all runs.");
    if (m_session->latency && m_session->latency->samples.summary.count > 0) {
        const Summary &summary = m_session->latency->samples.summary;
        latency = durationText(summary.medianNs);
        throughput = throughputText(*m_session->latency);
        if (m_session->latency->batchSource == BatchSource::Unknown)
            items = tr("Runs in a second, from the mean over all runs. Which dimension is the batch is not known.");
        spread = tr("Median of %1 runs; fastest %2, slowest %3.")
                     .arg(summary.count)
                     .arg(durationText(summary.minNs), durationText(summary.maxNs));
        if (hasTwoModelTimes(*m_session))
            spread += u' '
                + tr("The layers are timed in runs of their own, in which the model took %1: its details say why.")
                      .arg(durationText(m_session->layers->instrumentedModel.summary.medianNs));
    }
    show(m_latency, tr("Latency (median)"), latency, spread);
    show(m_throughput, tr("Throughput (mean)"), throughput, items);
}

void SummaryBar::showFacts()
{
    if (!m_session)
        return;
    showModel();
    showWork();
    showFormulas();
    showLatency();
}

void SummaryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    showHeadline();
    showFacts();
}

void SummaryBar::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.panel());
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.border());
}

} // namespace ridgepoint
