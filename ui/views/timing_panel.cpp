// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/timing_panel.h"

#include "core/report/format.h"
#include "core/report/latency_csv.h"
#include "ui/charts/figure_view.h"
#include "ui/charts/latency_figures.h"
#include "ui/charts/timing_words.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

/// A picture and what belongs to it: beside it where there is more width than height, else below.
class FigurePage : public QWidget
{
public:
    FigurePage(QWidget *figure, QWidget *aside, QWidget *parent)
        : QWidget(parent)
        , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    {
        m_layout->setContentsMargins(6, 6, 6, 6);
        m_layout->addWidget(figure, 3);
        m_layout->addWidget(aside, 1);
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        const bool wide = width() > 1.4 * height();
        m_layout->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        m_layout->setStretch(1, wide ? 1 : 0);
    }

private:
    QBoxLayout *m_layout;
};

} // namespace

TimingPanel::TimingPanel(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_tail(new QCheckBox(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumWidth(240); // its buttons may be cut in a window as narrow as that
    for (const RequestKind kind : { RequestKind::Methods, RequestKind::Sweep, RequestKind::Pipeline })
        addPage(kind);
    connect(m_tail, &QCheckBox::toggled, this, &TimingPanel::showAll);
    setFocusProxy(m_tabs);
    retranslate();
}

void TimingPanel::addPage(RequestKind kind)
{
    Page page;
    page.kind = kind;
    page.figure = new FigureView;
    auto *aside = new QWidget;
    page.words = new QPlainTextEdit(aside);
    page.words->setReadOnly(true);
    page.words->setTabChangesFocus(true);
    page.words->setFrameShape(QFrame::NoFrame);
    page.words->setMinimumSize(160, 40);
    page.words->viewport()->setAutoFillBackground(false);
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
    column->addWidget(page.words, 1);
    m_tabs->addTab(new FigurePage(page.figure, aside, m_tabs), QString());
    m_pages.push_back(page);
}

bool TimingPanel::hasContent(RequestKind kind) const
{
    if (!m_session)
        return false;
    switch (kind) {
    case RequestKind::Methods:
        return m_session->methods.has_value();
    case RequestKind::Sweep:
        return m_session->sweep.has_value();
    default:
        return m_session->pipeline.has_value();
    }
}

void TimingPanel::setSession(const Session &session)
{
    m_session = &session;
    showAll();
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
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i].kind == kind)
            m_tabs->setCurrentIndex(static_cast<int>(i));
    }
}

void TimingPanel::showMethods(Page &page)
{
    const MethodComparison &comparison = *m_session->methods;
    page.figure->setFigure(
        tr("Timing methods"),
        [&comparison](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintMethods(painter, area, comparison, style);
        },
        [&comparison] { return methodsToCsv(comparison); });
    page.words->setPlainText(methodWords(comparison));
}

void TimingPanel::showSweep(Page &page)
{
    const BatchSweep &sweep = *m_session->sweep;
    page.figure->setFigure(
        tr("Batch sizes"),
        [&sweep](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintSweep(painter, area, sweep, style);
        },
        [&sweep] { return sweepToCsv(sweep); });
    page.words->setPlainText(sweepWords(sweep));
}

void TimingPanel::showPipeline(Page &page)
{
    const PipelineLatency &pipeline = *m_session->pipeline;
    page.figure->setFigure(
        tr("Pipeline"),
        [&pipeline, tail = m_tail->isChecked()](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintPipeline(painter, area, pipeline, tail, style);
        },
        [&pipeline] { return pipelineToCsv(pipeline); });
    page.words->setPlainText(pipelineWords(pipeline));
}

void TimingPanel::showAll()
{
    for (Page &page : m_pages) {
        const bool content = hasContent(page.kind);
        page.save->setEnabled(content);
        page.words->setVisible(content);
        if (!content) {
            page.figure->setFigure(
                m_tabs->tabText(m_tabs->indexOf(page.figure->parentWidget())),
                [words = whatItIsFor(page.kind)](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                    paintWords(painter, area, words, style);
                },
                {});
        } else if (page.kind == RequestKind::Methods) {
            showMethods(page);
        } else if (page.kind == RequestKind::Sweep) {
            showSweep(page);
        } else {
            showPipeline(page);
        }
    }
    m_tail->setEnabled(hasContent(RequestKind::Pipeline));
}

void TimingPanel::retranslate()
{
    const QStringList titles { tr("Methods"), tr("Batch Sizes"), tr("Pipeline") };
    const QStringList measures { tr("&Compare Methods"), tr("&Sweep Batch Sizes"), tr("&Time a Pipeline…") };
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), titles[static_cast<int>(i)]);
        m_pages[i].measure->setText(measures[static_cast<int>(i)]);
        m_pages[i].save->setText(tr("Save…"));
    }
    m_tail->setText(tr("Show the run at p99"));
    showAll();
}

void TimingPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ridgepoint
