// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/histogram_panel.h"

#include "core/report/latency_csv.h"
#include "core/roofline/point.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/latency_figures.h"
#include "ui/models/selection.h"
#include "ui/style/display_names.h"

#include <QEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace ridgepoint {

HistogramPanel::HistogramPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_views(new QTabBar(this))
    , m_stack(new QStackedWidget(this))
    , m_chart(new HistogramChart(this))
    , m_figure(new FigureView(this))
    , m_empty(new QLabel(this))
    , m_note(new QLabel(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);
    m_note->setMargin(6);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_figure);
    for (int view = 0; view < 3; ++view)
        m_views->addTab(QString());
    m_views->setDocumentMode(true);
    m_views->setExpanding(false);
    m_views->setDrawBase(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_views);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_note);
    connect(m_views, &QTabBar::currentChanged, this, &HistogramPanel::showSamples);
    connect(selection, &Selection::selectedChanged, this, &HistogramPanel::showSamples);
    retranslate();
}

bool HistogramPanel::isEmpty() const
{
    return m_stack->currentWidget() == m_empty;
}

void HistogramPanel::setSession(const Session &session)
{
    m_session = &session;
    m_positions.clear();
    if (session.layers) {
        for (std::size_t i = 0; i < session.layers->items.size(); ++i)
            m_positions[session.layers->items[i].item] = i;
    }
    showSamples();
}

const SampleSet *HistogramPanel::samplesOf(ItemId item) const
{
    const auto position = m_positions.find(item);
    if (position == m_positions.end())
        return nullptr;
    const SampleSet &samples = m_session->layers->items[position->second].samples;
    return samples.samplesNs.empty() ? nullptr : &samples;
}

const SampleSet *HistogramPanel::modelSamples() const
{
    if (m_session && m_session->latency)
        return &m_session->latency->samples;
    if (m_session && m_session->layers)
        return &m_session->layers->watchedModel;
    return nullptr;
}

void HistogramPanel::showSamples()
{
    m_shown = m_selection->focus();
    const SampleSet *samples = m_shown ? samplesOf(*m_shown) : nullptr;
    if (!samples) {
        m_shown.reset();
        samples = modelSamples();
    }
    QWidget *const chart = m_views->currentIndex() == 0 ? static_cast<QWidget *>(m_chart) : m_figure;
    m_stack->setCurrentWidget(samples ? chart : m_empty);
    m_views->setVisible(samples);
    m_note->setVisible(samples && !samples->flags.empty());
    if (!samples) {
        m_chart->clear();
        m_figure->setFigure({});
        return;
    }
    const QString title = m_shown ? QString::fromStdString(pointOf(*m_session, *m_shown).label) : tr("Whole model");
    m_chart->setSamples(title, *samples);
    showFigure(title, *samples);
    showNote(*samples);
}

void HistogramPanel::showFigure(const QString &title, const SampleSet &samples)
{
    const bool cumulative = m_views->currentIndex() == 1;
    m_figure->setFigure(
        { title,
          [title, &samples, cumulative](QPainter &painter, const QRectF &area, const ChartStyle &style) {
              (cumulative ? paintCumulative : paintOverTime)(painter, area, title, samples, style);
          },
          [&samples] { return samplesToCsv(samples); } });
}

void HistogramPanel::showNote(const SampleSet &samples)
{
    m_note->setText(tr("Caution: %1").arg(flagNames(samples.flags).join(QStringLiteral(", "))));
}

void HistogramPanel::retranslate()
{
    m_views->setTabText(0, tr("Histogram"));
    m_views->setTabText(1, tr("Cumulative"));
    m_views->setTabText(2, tr("Over Time"));
    m_empty->setText(tr("No latencies yet. They appear here when a layer or the model has been timed."));
    showSamples();
}

void HistogramPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ridgepoint
