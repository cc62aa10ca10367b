// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/workbench.h"

#include "core/report/headline.h"
#include "ui/charts/roofline/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/settings/settings.h"
#include "ui/views/panels/comparison_panel.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/log_view.h"
#include "ui/views/panels/roof_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/unknown_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/window/coverage_bar.h"
#include "ui/views/window/summary_bar.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

/// Raise it when docks are added or taken away: a state of another version is not restored.
constexpr int layoutVersion = 5;

/// Parts of the window that the docks get at first.
constexpr double histogramShare = 0.27;
constexpr double layersShare = 0.33;
constexpr double detailsShare = 0.5;

constexpr QLatin1String dockLayout("docks");
/// Another name whenever columns are added: a state of other columns would be restored wrongly.
constexpr QLatin1String columnLayout("layerColumns2");

void reveal(QDockWidget *dock)
{
    dock->show();
    dock->raise();
}

} // namespace

Workbench::Workbench(Settings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_session(new ShownSession(settings, this))
    , m_selection(new Selection(this))
    , m_summary(new SummaryBar(this))
    , m_coverage(new CoverageBar(this))
    , m_chart(new RooflineChart(m_selection, this))
    , m_layers(new LayerView(m_selection, this))
    , m_histogram(new HistogramPanel(m_selection, this))
    , m_details(new DetailsPanel(m_selection, this))
    , m_unknown(new UnknownPanel(m_selection, this))
    , m_timing(new TimingPanel(this))
    , m_roofs(new RoofPanel(this))
    , m_comparison(new ComparisonPanel(m_selection, this))
    , m_log(new LogView(this))
{
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    // What sums up the session stands above the docks, too.
    auto *head = new QWidget(this);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_coverage);
    setMenuWidget(head);
    setCentralWidget(m_chart);
    HelpWindow::setPage(m_chart, QStringLiteral("roofline_chart"));
    HelpWindow::setPage(m_summary, QStringLiteral("verdicts"));
    HelpWindow::setPage(m_coverage, QStringLiteral("coverage"));

    m_layersDock = addDock(QStringLiteral("layersDock"), m_layers, QStringLiteral("layer_table"));
    m_histogramDock = addDock(QStringLiteral("histogramDock"), m_histogram, QStringLiteral("histogram"));
    m_detailsDock = addDock(QStringLiteral("detailsDock"), m_details, QStringLiteral("details"));
    m_unknownDock = addDock(QStringLiteral("unknownDock"), m_unknown, QStringLiteral("coverage"));
    m_timingDock = addDock(QStringLiteral("timingDock"), m_timing, QStringLiteral("benchmarks"));
    m_roofsDock = addDock(QStringLiteral("roofsDock"), m_roofs, QStringLiteral("roofs"));
    m_comparisonDock = addDock(QStringLiteral("comparisonDock"), m_comparison, QStringLiteral("comparison"));
    m_logDock = addDock(QStringLiteral("logDock"), m_log, QStringLiteral("log"));
    arrangeDocks();
    retranslate();
    m_spaceShared = restoreState(settings->layout(dockLayout), layoutVersion);
    const QByteArray columns = settings->layout(columnLayout);
    if (!columns.isEmpty())
        m_layers->restoreLayout(columns);
    connectParts();
    connectSession();
}

void Workbench::connectParts()
{
    const auto reveal = [this](ItemId item) {
        showLayers();
        m_layers->reveal(item);
    };
    connect(m_chart, &RooflineChart::itemActivated, this, reveal);
    connect(m_unknown, &UnknownPanel::itemActivated, this, reveal);
    connect(m_layers, &LayerView::detailsRequested, this, &Workbench::showDetails);
    connect(m_chart, &RooflineChart::roofsRequested, this, &Workbench::showRoofs);
    connect(m_chart, &RooflineChart::roofActivated, this, [this](std::size_t roof) {
        m_roofs->select(roof);
        showRoofs();
    });
    connect(m_roofs, &RoofPanel::choicesChanged, m_session, &ShownSession::choose);
    connect(m_roofs, &RoofPanel::measureAgainRequested, this, &Workbench::measureRoofsRequested);
    connect(m_comparison, &ComparisonPanel::itemActivated, this, reveal);
    connect(m_comparison, &ComparisonPanel::chooseRequested, this, &Workbench::comparisonRequested);
    connect(m_comparison, &ComparisonPanel::saveRequested, this, &Workbench::saveComparisonRequested);
    connect(m_comparison, &ComparisonPanel::endRequested, this, &Workbench::endComparisonRequested);
    connect(m_coverage, &CoverageBar::unknownOperatorsRequested, this, &Workbench::showUnknownOperators);
}

QDockWidget *Workbench::addDock(const QString &name, QWidget *content, const QString &helpPage)
{
    auto *dock = new QDockWidget(this);
    dock->setObjectName(name);
    dock->setWidget(content);
    HelpWindow::setPage(dock, helpPage);
    // Whoever asks for a dock wants to see it and go on in it, not the tab beside it.
    connect(dock->toggleViewAction(), &QAction::triggered, content, [dock, content](bool shown) {
        if (shown) {
            dock->raise();
            content->setFocus();
        }
    });
    return dock;
}

void Workbench::arrangeDocks()
{
    // Details are long: they have the height of the window.
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDockWidget(Qt::RightDockWidgetArea, m_histogramDock);
    addDockWidget(Qt::RightDockWidgetArea, m_detailsDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_layersDock);
    splitDockWidget(m_histogramDock, m_detailsDock, Qt::Vertical);
    tabifyDockWidget(m_detailsDock, m_roofsDock);
    tabifyDockWidget(m_layersDock, m_timingDock);
    tabifyDockWidget(m_timingDock, m_comparisonDock);
    tabifyDockWidget(m_comparisonDock, m_unknownDock);
    tabifyDockWidget(m_unknownDock, m_logDock);
    for (QDockWidget *dock : { m_histogramDock, m_detailsDock, m_roofsDock, m_layersDock, m_timingDock,
                               m_comparisonDock, m_unknownDock, m_logDock }) {
        dock->setFloating(false);
        dock->show();
    }
    m_comparisonDock->setVisible(m_earlier.has_value());
    m_unknownDock->hide();
    m_logDock->hide();
    m_layersDock->raise();
    m_detailsDock->raise();
}

void Workbench::shareSpace()
{
    resizeDocks({ m_histogramDock }, { int(width() * histogramShare) }, Qt::Horizontal);
    resizeDocks({ m_layersDock }, { int(height() * layersShare) }, Qt::Vertical);
    const int details = int(height() * detailsShare);
    resizeDocks({ m_histogramDock, m_detailsDock }, { height() - details, details }, Qt::Vertical);
}

void Workbench::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    // Before the first show there is no space to be shared.
    if (!m_spaceShared)
        shareSpace();
    m_spaceShared = true;
}

void Workbench::connectSession()
{
    using S = SessionSignals;
    const auto refreshOn = [this](std::initializer_list<S::Signal> kinds, const std::function<void()> &refresh) {
        m_session->refreshOn(kinds, this, refresh);
    };
    refreshOn({ &S::inspectionChanged, &S::analysisChanged, &S::latencyChanged, &S::layersChanged,
                &S::interleavedChanged, &S::methodsChanged, &S::sweepChanged, &S::pipelineChanged },
              [this] { m_summary->setSession(m_session->shown()); });
    refreshOn({ &S::analysisChanged, &S::roofsChanged, &S::latencyChanged, &S::layersChanged },
              [this] { m_summary->setHeadline(headline(summaryOf(m_session->shown()), m_session->shown())); });
    refreshOn({ &S::analysisChanged, &S::layersChanged }, [this] { m_coverage->setSession(m_session->shown()); });
    refreshOn({ &S::analysisChanged, &S::roofsChanged, &S::layersChanged }, [this] { showChart(); });
    refreshOn({ &S::analysisChanged, &S::roofsChanged, &S::layersChanged },
              [this] { m_layers->setSession(m_session->shown()); });
    refreshOn({ &S::analysisChanged, &S::latencyChanged, &S::layersChanged },
              [this] { m_histogram->setSession(m_session->measured()); });
    refreshOn({ &S::analysisChanged, &S::roofsChanged, &S::layersChanged },
              [this] { m_details->setSession(m_session->shown()); });
    refreshOn({ &S::analysisChanged, &S::layersChanged }, [this] { m_unknown->setSession(m_session->shown()); });
    refreshOn({ &S::analysisChanged, &S::roofsChanged }, [this] {
        m_roofs->setSession(m_session->measured(), m_session->shown(), m_session->choices(), m_chart->visibleRoofs());
    });
    refreshOn({ &S::analysisChanged, &S::latencyChanged, &S::layersChanged }, [this] { updateComparison(); });
    for (const auto &[changed, kind] :
         { std::pair(&S::methodsChanged, RequestKind::Methods), std::pair(&S::interleavedChanged, RequestKind::Latency),
           std::pair(&S::sweepChanged, RequestKind::Sweep), std::pair(&S::pipelineChanged, RequestKind::Pipeline) })
        refreshOn({ changed }, [this, kind = kind] { m_timing->setSession(m_session->measured(), kind); });
}

void Workbench::showChart()
{
    m_chart->setSession(m_session->shown(), m_session->choices().visibility, m_session->roofs());
    m_roofs->setVisibleRoofs(m_chart->visibleRoofs());
}

void Workbench::updateComparison()
{
    if (m_earlier)
        m_comparison->setComparison(compareSessions(*m_earlier, m_session->measured()), m_earlierPath);
}

void Workbench::compareWith(Session earlier, const QString &path)
{
    m_earlier = std::move(earlier);
    m_earlierPath = path;
    m_chart->setEarlier(&*m_earlier);
    showChart();
    updateComparison();
    showComparison();
}

void Workbench::endComparison()
{
    if (!m_earlier)
        return;
    m_earlier.reset();
    m_chart->setEarlier(nullptr);
    showChart();
    m_comparison->clear();
    m_comparisonDock->hide();
}

const SessionComparison &Workbench::comparison() const
{
    return m_comparison->comparison();
}

QList<QAction *> Workbench::dockActions() const
{
    return { m_layersDock->toggleViewAction(),  m_histogramDock->toggleViewAction(), m_logDock->toggleViewAction(),
             m_detailsDock->toggleViewAction(), m_unknownDock->toggleViewAction(),   m_roofsDock->toggleViewAction(),
             m_timingDock->toggleViewAction(),  m_comparisonDock->toggleViewAction() };
}

void Workbench::showLayers()
{
    reveal(m_layersDock);
}

void Workbench::showDetails()
{
    reveal(m_detailsDock);
    m_details->setFocus();
}

void Workbench::showUnknownOperators()
{
    reveal(m_unknownDock);
    m_unknown->setFocus();
}

void Workbench::showRoofs()
{
    reveal(m_roofsDock);
    m_roofs->setFocus();
}

void Workbench::showComparison()
{
    reveal(m_comparisonDock);
    m_comparison->setFocus();
}

void Workbench::showLog()
{
    reveal(m_logDock);
}

void Workbench::showTiming(RequestKind kind)
{
    reveal(m_timingDock);
    m_timing->showPage(kind);
}

void Workbench::resetLayout()
{
    arrangeDocks();
    shareSpace();
    m_layers->resetLayout();
}

void Workbench::saveLayout() const
{
    m_settings->setLayout(dockLayout, saveState(layoutVersion));
    m_settings->setLayout(columnLayout, m_layers->saveLayout());
}

void Workbench::retranslate()
{
    m_layersDock->setWindowTitle(tr("Layers"));
    m_histogramDock->setWindowTitle(tr("Latency"));
    m_detailsDock->setWindowTitle(tr("Details"));
    m_unknownDock->setWindowTitle(tr("Unknown Operators"));
    m_timingDock->setWindowTitle(tr("Benchmarks"));
    m_roofsDock->setWindowTitle(tr("Roofs"));
    m_comparisonDock->setWindowTitle(tr("Comparison"));
    m_logDock->setWindowTitle(tr("Log"));
}

void Workbench::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

QMenu *Workbench::createPopupMenu()
{
    return nullptr; // the View menu of the window has these entries
}

} // namespace ridgepoint
