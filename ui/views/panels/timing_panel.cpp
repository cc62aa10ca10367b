// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/timing_panel.h"

#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/size_panel.h"
#include "ui/views/widgets/panel_layouts.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

template<typename Body> bool isOnPage(const Body & /*result*/)
{
    return true;
}

/// Sizes have a page of their own.
bool isOnPage(const BatchSweep &sweep)
{
    return sweep.axes.empty();
}

template<typename Body> bool isIn(const Session &session)
{
    const Part<Body> &part = session.*resultKind<Body>.part;
    return part && isOnPage(*part);
}

template<auto figure, typename Body> SessionFigure figureIn(const Session &session, bool /*tail*/)
{
    return figure(session.*resultKind<Body>.part);
}

template<typename Body> QString conclusionsIn(const Session &session)
{
    return conclusionsText(*(session.*resultKind<Body>.part));
}

} // namespace

/// In the order of their pages.
const std::vector<TimingPanel::Benchmark> &TimingPanel::benchmarks()
{
    const auto row = []<typename Body>(const ResultKind<Body> &kind, auto title, auto measure, auto purpose,
                                       auto figure, auto summary) {
        return Benchmark { kind.request, kindsOf<Body>, title, measure, purpose, isIn<Body>, figure, summary };
    };
    static const std::vector<Benchmark> all {
        row(
            resultKind<MethodComparison>, [] { return tr("Methods"); }, [] { return tr("&Compare Methods"); },
            methodsPurpose, figureIn<methodsFigure, MethodComparison>, conclusionsIn<MethodComparison>),
        row(
            resultKind<InterleavedLatency>, [] { return tr("Interleaved"); }, [] { return tr("Time &Interleaved…"); },
            interleavedPurpose, figureIn<interleavedFigure, InterleavedLatency>, conclusionsIn<InterleavedLatency>),
        row(
            resultKind<BatchSweep>, [] { return tr("Batch Sizes"); }, [] { return tr("&Sweep Batch Sizes"); },
            sweepPurpose, figureIn<sweepFigure, BatchSweep>, conclusionsIn<BatchSweep>),
        row(
            resultKind<Remedies>, [] { return tr("Remedies"); }, [] { return tr("Try &All"); }, remediesPurpose,
            figureIn<remediesFigure, Remedies>,
            [](const Session &session) { return remediesSummary(*session.remedies); }),
        row(
            resultKind<PipelineLatency>, [] { return tr("Pipeline"); }, [] { return tr("&Time a Pipeline…"); },
            pipelinePurpose, [](const Session &session, bool tail) { return pipelineFigure(session.pipeline, tail); },
            conclusionsIn<PipelineLatency>),
    };
    return all;
}

TimingPanel::TimingPanel(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_tokens(new TokenPanel)
    , m_sizes(new SizePanel)
    , m_tail(new QCheckBox(this))
    , m_compile(new QCheckBox(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumWidth(240); // its buttons may be cut in a window as narrow as that
    for (const Benchmark &benchmark : benchmarks())
        addPage(benchmark);
    m_tabs->setTabVisible(m_tabs->addTab(m_tokens, QString()), false);
    m_tabs->addTab(m_sizes, QString());
    connect(m_tail, &QCheckBox::toggled, this, [this] { show(pageOf(RequestKind::Pipeline)); });
    connect(m_compile, &QCheckBox::clicked, this, &TimingPanel::compilesChosen);
    setFocusProxy(m_tabs);
    retranslate();
}

void TimingPanel::addPage(const Benchmark &benchmark)
{
    Page page { &benchmark, new FigureView };
    auto *aside = new QWidget;
    page.summary = new QPlainTextEdit(aside);
    page.summary->setReadOnly(true);
    page.summary->setTabChangesFocus(true);
    page.summary->setFrameShape(QFrame::NoFrame);
    page.summary->setMinimumSize(160, 40);
    page.summary->viewport()->setAutoFillBackground(false);
    page.measure = new QPushButton(aside);
    page.save = new QPushButton(aside);
    connect(page.measure, &QPushButton::clicked, this,
            [this, &benchmark] { Q_EMIT measureRequested(benchmark.request); });
    connect(page.save, &QPushButton::clicked, page.figure, &FigureView::save);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(page.measure, 1);
    buttons->addWidget(page.save);
    auto *column = new QVBoxLayout(aside);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(buttons);
    if (benchmark.shows.has(kindsOf<PipelineLatency>))
        column->addWidget(m_tail);
    if (benchmark.shows.has(kindsOf<Remedies>))
        column->addWidget(m_compile);
    column->addWidget(page.summary, 1);
    column->addStretch(0); // below the buttons while there is no summary
    m_tabs->addTab(new SideBySide(page.figure, aside, m_tabs), QString());
    m_pages.push_back(page);
}

bool TimingPanel::hasContent() const
{
    return m_sizes->hasSizes() || m_tokens->hasWorkloads() || holdsBenchmark();
}

bool TimingPanel::holdsBenchmark() const
{
    return std::ranges::any_of(benchmarks(), [this](const Benchmark &each) { return each.isIn(m_session); });
}

std::optional<RequestKind> TimingPanel::onlyBenchmark(const Session &session)
{
    if (session.analysis)
        return std::nullopt;
    const auto first =
        std::ranges::find_if(benchmarks(), [&](const Benchmark &each) { return heldKinds(session).has(each.shows); });
    return first == benchmarks().end() ? std::nullopt : std::optional(first->request);
}

void TimingPanel::setSession(const SessionView &view)
{
    const ResultKinds changed = changedKinds(m_session, view.session());
    m_session = view.session();
    for (const Page &page : m_pages) {
        if (changed.has(page.benchmark->shows))
            show(page);
    }
    if (changed.has(TokenPanel::shownKinds))
        showTokens(view);
}

/// No button measures workloads: without them the page would be empty. One that appears comes to the front, unless the
/// session has benchmarks, too.
void TimingPanel::showTokens(const SessionView &view)
{
    const int page = m_tabs->indexOf(m_tokens);
    const bool wasThere = m_tabs->isTabVisible(page);
    m_tokens->setSession(view);
    m_tabs->setTabVisible(page, m_tokens->hasWorkloads());
    if (m_tokens->hasWorkloads() && !wasThere && !holdsBenchmark())
        m_tabs->setCurrentIndex(page);
}

void TimingPanel::setState(bool hasModel, bool working)
{
    m_hasModel = hasModel;
    m_working = working;
    for (const Page &page : m_pages)
        page.measure->setEnabled(m_hasModel && !m_working);
}

void TimingPanel::setCompiles(bool compiles)
{
    m_compile->setChecked(compiles);
}

void TimingPanel::showPage(RequestKind kind)
{
    const bool sizes = kind == RequestKind::Sweep && m_sizes->hasSizes();
    m_tabs->setCurrentIndex(sizes ? m_tabs->indexOf(m_sizes) : static_cast<int>(&pageOf(kind) - m_pages.data()));
}

const TimingPanel::Page &TimingPanel::pageOf(RequestKind kind) const
{
    const auto page = std::ranges::find(m_pages, kind, [](const Page &each) { return each.benchmark->request; });
    return page == m_pages.end() ? m_pages.back() : *page;
}

void TimingPanel::showEmpty(const Page &page)
{
    page.figure->setFigure(
        { m_tabs->tabText(m_tabs->indexOf(page.figure->parentWidget())),
          [text = page.benchmark->purpose()](QPainter &painter, const QRectF &area, const ChartStyle &style) {
              paintText(painter, area, text, style);
          },
          {} });
}

void TimingPanel::show(const Page &page)
{
    const Benchmark &benchmark = *page.benchmark;
    const bool content = benchmark.isIn(m_session);
    page.save->setEnabled(content);
    page.summary->setVisible(content);
    if (content) {
        page.figure->setFigure(benchmark.figure(m_session, m_tail->isChecked()));
        page.summary->setPlainText(withUnbrokenUnits(benchmark.summary(m_session)));
    } else {
        showEmpty(page);
    }
    if (benchmark.shows.has(kindsOf<PipelineLatency>))
        m_tail->setEnabled(content);
}

void TimingPanel::retranslate()
{
    for (const Page &page : m_pages) {
        const QString title = page.benchmark->title();
        m_tabs->setTabText(static_cast<int>(&page - m_pages.data()), title);
        page.measure->setText(page.benchmark->measure());
        page.save->setText(tr("Save…"));
        page.summary->setAccessibleName(title);
    }
    m_tabs->setTabText(m_tabs->indexOf(m_tokens), tr("Tokens"));
    m_tabs->setTabText(m_tabs->indexOf(m_sizes), tr("Sizes"));
    m_tail->setText(tr("Show the run at p99"));
    m_compile->setText(tr("Compile it, too (about a minute)"));
    m_compile->setToolTip(tr("Compiles a torch.export file with your Python's AOTInductor, in the sandbox, and keeps "
                             "the result for the next time."));
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
