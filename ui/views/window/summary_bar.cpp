// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/summary_bar.h"

#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/text_labels.h"
#include "ui/views/window/summary_card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace rooflight {

namespace {

constexpr int focusMargin = 4; ///< between the headline and its frame
constexpr int sideMargin = 12 - focusMargin;
constexpr int factSpacing = 24;
constexpr int nameSpacing = 6;
constexpr std::chrono::seconds headlineStands { 10 };

bool isWhole(const SampleSet &samples)
{
    return !samples.samplesNs.empty() && !hasFlag(samples.flags, SampleFlag::Partial);
}

/// So that one says what the other does.
bool areClose(std::optional<double> aNs, std::optional<double> bNs)
{
    constexpr double mostDifference = 0.1;
    return aNs && bNs ? std::abs(*aNs - *bNs) <= mostDifference * *aNs : aNs.has_value() == bNs.has_value();
}

} // namespace

HeadlineBasis headlineBasis(const Session &session, bool beingTimed)
{
    if (!beingTimed)
        return HeadlineBasis::Everything;
    if (session.latency && isWhole(session.latency->samples))
        return HeadlineBasis::Model;
    if (session.layers && isWhole(session.layers->instrumentedModel))
        return HeadlineBasis::Layers;
    return session.latency || session.layers ? HeadlineBasis::FirstRuns : HeadlineBasis::Roofs;
}

SummaryBar::SummaryBar(QWidget *parent)
    : QWidget(parent)
    , m_headlineText(new HeadlineLabel(this))
    , m_more(new QToolButton(this))
    , m_facts(new QWidget(this))
    , m_headlineStands(new QTimer(this))
    , m_all(new SummaryCard(this))
{
    m_headlineText->setObjectName(QStringLiteral("headline"));
    m_headlineText->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_headlineText->setOpenExternalLinks(false);
    m_headlineText->setContentsMargins(focusMargin, 1, focusMargin, 1);
    connect(m_headlineText, &QLabel::linkActivated, this, &SummaryBar::targetActivated);
    connect(m_headlineText, &HeadlineLabel::heightChanged, this, &SummaryBar::heightChanged);
    m_headlineStands->setSingleShot(true);
    m_headlineStands->setInterval(headlineStands);
    connect(m_headlineStands, &QTimer::timeout, this, [this] {
        if (!m_nextHeadline.empty())
            setHeadline(std::exchange(m_nextHeadline, {}), m_basis, m_nextMedianNs);
    });
    m_headlineText->hide();
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setAutoRaise(true);
    m_more->setArrowType(Qt::DownArrow);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setFocusPolicy(Qt::StrongFocus);
    connect(m_more, &QToolButton::clicked, this, &SummaryBar::showAll);

    auto *answer = new QHBoxLayout;
    answer->setSpacing(factSpacing / 2);
    answer->addWidget(m_headlineText, 1);
    answer->addStretch(0);
    answer->addWidget(m_more, 0, Qt::AlignTop);
    m_facts->setObjectName(QStringLiteral("facts"));
    auto *facts = new QHBoxLayout(m_facts);
    facts->setContentsMargins(focusMargin, 0, 0, 0);
    facts->setSpacing(nameSpacing);
    m_input = addFact();
    m_device = addFact();
    m_latency = addFact();
    facts->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(sideMargin, 3, sideMargin, 6);
    layout->setSpacing(0);
    layout->addLayout(answer);
    layout->addWidget(m_facts);
    setFonts();
    retranslate();
}

SummaryBar::Fact SummaryBar::addFact()
{
    auto *line = dynamic_cast<QHBoxLayout *>(m_facts->layout());
    if (line->count() > 0)
        line->addSpacing(factSpacing);
    const Fact fact { new QLabel(m_facts), new ElidedLabel(m_facts) };
    fact.title->setForegroundRole(QPalette::PlaceholderText);
    fact.value->setTextFormat(Qt::PlainText);
    line->addWidget(fact.title);
    line->addWidget(fact.value);
    return fact;
}

void SummaryBar::setFonts()
{
    const ChartStyle style(palette(), font());
    m_headlineText->setFonts(style.headlineFont(), font());
    for (const Fact &fact : { m_input, m_device, m_latency })
        fact.title->setFont(style.smallFont());
}

void SummaryBar::setSession(const SessionView &view)
{
    m_session = view.session();
    std::string model = m_session.analysis ? m_session.analysis->model.sha256 + m_session.analysis->model.path : "";
    if (std::exchange(m_model, std::move(model)) != m_model)
        m_headlineStands->stop();
    showFacts();
}

void SummaryBar::setHeadline(std::vector<Phrase> sentences, HeadlineBasis basis, std::optional<double> medianNs)
{
    const bool stands =
        basis == m_basis && m_headlineStands->isActive() && !m_headline.empty() && areClose(m_medianNs, medianNs);
    if (stands && !sentences.empty()) {
        m_nextHeadline = std::move(sentences);
        m_nextMedianNs = medianNs;
        showLatency();
        return;
    }
    m_nextHeadline.clear();
    m_headline = std::move(sentences);
    m_medianNs = medianNs;
    m_basis = basis;
    if (basis == HeadlineBasis::Everything)
        m_headlineStands->stop();
    else
        m_headlineStands->start();
    showHeadline();
}

void SummaryBar::setUncertain(bool uncertain)
{
    m_uncertain = uncertain;
    if (m_nextHeadline.empty())
        showCertainty();
}

void SummaryBar::showCertainty()
{
    m_headlineText->setForegroundRole(m_uncertain ? QPalette::PlaceholderText : QPalette::WindowText);
}

QString SummaryBar::headline() const
{
    return displayText(m_headline);
}

void SummaryBar::showHeadline()
{
    showCertainty();
    const QString all = headline();
    const QString text = withUnbrokenUnits(displayMarkup(m_headline));
    m_headlineText->setVisible(!all.isEmpty());
    showLatency();
    if (text == m_headlineText->text())
        return; // a person may have marked some of it
    layout()->activate(); // it may be shown for the first time
    m_headlineText->showText(text);
    m_headlineText->setAccessibleName(all);
    m_headlineText->setToolTip(shownAsPlainText(all + u'\n'
                                                + tr("What limits the model, and what it could gain: each operator "
                                                     "under its own roof, added up. F1 explains the terms.")));
}

void SummaryBar::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    m_facts->setVisible(!compact);
    layout()->setContentsMargins(sideMargin, compact ? 0 : 3, sideMargin, compact ? 0 : 6);
}

void SummaryBar::showAll()
{
    m_all->openBelow(m_more);
}

void SummaryBar::showFacts()
{
    for (const auto &[shown, fact] :
         { std::pair(m_input, inputFact(m_session)), std::pair(m_device, deviceFact(m_session)),
           std::pair(m_latency, latencyFact(m_session)) }) {
        const QString all = fact.title + QStringLiteral(": ") + fact.value;
        shown.title->setText(fact.title);
        const bool speaksForItself = !fact.value.isEmpty(); // but for a time: showLatency()
        shown.title->setHidden(speaksForItself);
        shown.value->setText(fact.value.isEmpty() ? QStringLiteral("–") : fact.value);
        shown.title->setToolTip(shownAsPlainText(fact.help));
        shown.value->setToolTip(shownAsPlainText(speaksForItself && fact.help == fact.value ? all : fact.help));
        shown.value->setAccessibleName(all);
    }
    showLatency();
    m_all->setFacts(modelFacts(m_session));
}

/// Where the headline does not say it.
void SummaryBar::showLatency()
{
    const bool isSaid = !m_headline.empty() && m_nextHeadline.empty() && m_session.latency;
    m_latency.title->setHidden(isSaid);
    m_latency.value->setHidden(isSaid);
}

void SummaryBar::retranslate()
{
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("All numbers of the model"));
    showHeadline();
    showFacts();
}

void SummaryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        setFonts();
    else if (event->type() == QEvent::PaletteChange) {
        m_headlineText->clear(); // links keep the colour that they were set in
        showHeadline();
    }
}

void SummaryBar::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.panel());
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.border());
}

} // namespace rooflight
