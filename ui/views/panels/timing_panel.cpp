// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/timing_panel.h"

#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/latency_figures.h"
#include "ui/charts/figures/timing_summary.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/size_panel.h"
#include "ui/views/widgets/side_by_side.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

TimingPanel::TimingPanel(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_sizes(new SizePanel)
    , m_tail(new QCheckBox(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumWidth(240); // its buttons may be cut in a window as narrow as that
    addPage(RequestKind::Methods, kindsOf<MethodComparison>);
    addPage(RequestKind::Latency, kindsOf<InterleavedLatency>);
    addPage(RequestKind::Sweep, kindsOf<BatchSweep>);
    addPage(RequestKind::Remedies, kindsOf<Remedies>);
    addPage(RequestKind::Pipeline, kindsOf<PipelineLatency>);
    m_tabs->addTab(m_sizes, QString());
    connect(m_tail, &QCheckBox::toggled, this, [this] { show(pageOf(RequestKind::Pipeline)); });
    setFocusProxy(m_tabs);
    retranslate();
}

void TimingPanel::addPage(RequestKind kind, ResultKinds shows)
{
    Page page;
    page.kind = kind;
    page.shows = shows;
    page.figure = new FigureView;
    auto *aside = new QWidget;
    page.summary = new QPlainTextEdit(aside);
    page.summary->setReadOnly(true);
    page.summary->setTabChangesFocus(true);
    page.summary->setFrameShape(QFrame::NoFrame);
    page.summary->setMinimumSize(160, 40);
    page.summary->viewport()->setAutoFillBackground(false);
    page.measure = new QPushButton(aside);
    page.save = new QPushButton(aside);
    connect(page.measure, &QPushButton::clicked, this, [this, kind] { Q_EMIT measureRequested(kind); });
    connect(page.save, &QPushButton::clicked, page.figure, &FigureView::save);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(page.measure, 1);
    buttons->addWidget(page.save);
    auto *column = new QVBoxLayout(aside);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(buttons);
    if (kind == RequestKind::Pipeline)
        column->addWidget(m_tail);
    column->addWidget(page.summary, 1);
    column->addStretch(0); // below the buttons while there is no summary
    m_tabs->addTab(new SideBySide(page.figure, aside, m_tabs), QString());
    m_pages.push_back(page);
}

bool TimingPanel::hasContent(RequestKind kind) const
{
    switch (kind) {
    case RequestKind::Methods:
        return m_session.methods.has_value();
    case RequestKind::Latency:
        return m_session.interleaved.has_value();
    case RequestKind::Sweep:
        return m_session.sweep && m_session.sweep->axes.empty();
    case RequestKind::Remedies:
        return m_session.remedies.has_value();
    default:
        return m_session.pipeline.has_value();
    }
}

bool TimingPanel::hasContent() const
{
    return m_sizes->hasSizes()
        || std::ranges::any_of(m_pages, [this](const Page &page) { return hasContent(page.kind); });
}

void TimingPanel::setSession(const SessionView &view)
{
    const ResultKinds changed = changedKinds(m_session, view.session());
    m_session = view.session();
    for (const Page &page : m_pages) {
        if (changed.has(page.shows))
            show(page);
    }
}

void TimingPanel::setState(bool hasModel, bool working)
{
    m_hasModel = hasModel;
    m_working = working;
    for (const Page &page : m_pages)
        page.measure->setEnabled(m_hasModel && !m_working);
}

void TimingPanel::showPage(RequestKind kind)
{
    const bool sizes = kind == RequestKind::Sweep && m_sizes->hasSizes();
    m_tabs->setCurrentIndex(sizes ? m_tabs->indexOf(m_sizes) : static_cast<int>(&pageOf(kind) - m_pages.data()));
}

const TimingPanel::Page &TimingPanel::pageOf(RequestKind kind) const
{
    const auto page = std::ranges::find(m_pages, kind, &Page::kind);
    return page == m_pages.end() ? m_pages.back() : *page;
}

SessionFigure TimingPanel::figureOf(RequestKind kind) const
{
    switch (kind) {
    case RequestKind::Methods:
        return methodsFigure(m_session.methods);
    case RequestKind::Latency:
        return interleavedFigure(m_session.interleaved);
    case RequestKind::Sweep:
        return sweepFigure(m_session.sweep);
    case RequestKind::Remedies:
        return remediesFigure(m_session.remedies);
    default:
        return pipelineFigure(m_session.pipeline, m_tail->isChecked());
    }
}

QString TimingPanel::summaryOf(RequestKind kind) const
{
    switch (kind) {
    case RequestKind::Methods:
        return methodSummary(*m_session.methods);
    case RequestKind::Latency:
        return interleavedSummary(*m_session.interleaved);
    case RequestKind::Sweep:
        return sweepSummary(*m_session.sweep);
    case RequestKind::Remedies:
        return remediesSummary(*m_session.remedies);
    default:
        return pipelineSummary(*m_session.pipeline);
    }
}

void TimingPanel::showEmpty(const Page &page)
{
    page.figure->setFigure(
        { m_tabs->tabText(m_tabs->indexOf(page.figure->parentWidget())),
          [text = purposeOf(page.kind)](QPainter &painter, const QRectF &area, const ChartStyle &style) {
              paintText(painter, area, text, style);
          },
          {} });
}

void TimingPanel::show(const Page &page)
{
    const bool content = hasContent(page.kind);
    page.save->setEnabled(content);
    page.summary->setVisible(content);
    if (content) {
        page.figure->setFigure(figureOf(page.kind));
        page.summary->setPlainText(withUnbrokenUnits(summaryOf(page.kind)));
    } else {
        showEmpty(page);
    }
    if (page.kind == RequestKind::Pipeline)
        m_tail->setEnabled(content);
}

void TimingPanel::retranslate()
{
    const QStringList titles { tr("Methods"), tr("Interleaved"), tr("Batch Sizes"), tr("Remedies"), tr("Pipeline") };
    const QStringList measures { tr("&Compare Methods"), tr("Time &Interleaved…"), tr("&Sweep Batch Sizes"),
                                 tr("Try &All"), tr("&Time a Pipeline…") };
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), titles[static_cast<int>(i)]);
        m_pages[i].measure->setText(measures[static_cast<int>(i)]);
        m_pages[i].save->setText(tr("Save…"));
        m_pages[i].summary->setAccessibleName(titles[static_cast<int>(i)]);
    }
    m_tabs->setTabText(m_tabs->indexOf(m_sizes), tr("Sizes"));
    m_tail->setText(tr("Show the run at p99"));
    for (const Page &page : m_pages)
        show(page);
}

void TimingPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
