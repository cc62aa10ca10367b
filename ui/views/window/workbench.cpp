// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/workbench.h"

#include "core/report/facts/item_facts.h"
#include "core/report/headline.h"
#include "core/results/session.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/settings/settings.h"
#include "ui/views/panels/comparison_panel.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/graph_panel.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/log_view.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/roof_panel.h"
#include "ui/views/panels/sessions_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/size_panel.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/unknown_panel.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/summary_bar.h"
#include "ui/views/window/view_state.h"
#include "ui/views/window/what_if_chart.h"
#include "ui/views/window/window_geometry.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

/// Raise it when docks are added or taken away: a state of another version is not restored.
constexpr int layoutVersion = 8;

/// Below this height the facts of the model give their room to chart and table.
constexpr int compactHeight = 560;

constexpr QLatin1String dockLayout("docks");
constexpr QLatin1String shareLayout("dockShares");
constexpr QLatin1String allDetails("allDetails"); ///< not empty: the details say all

/// Another name with each column: a state of other columns would be restored wrongly.
QString columnLayout()
{
    return QStringLiteral("layerColumns3.%1").arg(factsIn(InWindow).size());
}

} // namespace

Workbench::Workbench(Settings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_session(new ShownSession(settings, this))
    , m_selection(new Selection(this))
    , m_tabs(new SessionTabs(this))
    , m_summary(new SummaryBar(this))
    , m_chart(new RooflineChart(m_selection, this))
    , m_layers(new LayerView(m_selection, this))
    , m_overview(new OverviewPanel(m_selection, this))
    , m_histogram(new HistogramPanel(m_selection, this))
    , m_details(new DetailsPanel(m_selection, this))
    , m_unknown(new UnknownPanel(m_selection, this))
    , m_timing(new TimingPanel(this))
    , m_roofs(new RoofPanel(this))
    , m_comparison(new ComparisonPanel(m_selection, this))
    , m_sessions(new SessionsPanel(this))
    , m_whatIf(new WhatIfPanel(this))
    , m_prediction(new WhatIfChart(m_whatIf, m_chart, m_selection, this))
    , m_graph(new GraphPanel(m_selection, this))
    , m_log(new LogView(this))
    , m_shares(new DockShares(this))
{
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North); // as all other tabs
    m_summary->setCompact(true); // until there is room: windows that are no higher must be possible
    // What sums up the session stands above the docks, too.
    auto *head = new QWidget(this);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    setMenuWidget(head);
    m_chart->setTopRow(m_tabs);
    setCentralWidget(m_chart);
    HelpWindow::setPage(m_chart, QStringLiteral("roofline_chart"));
    HelpWindow::setPage(m_tabs, QStringLiteral("sessions"));
    HelpWindow::setPage(m_summary, QStringLiteral("verdicts"));

    makeDocks();
    arrangeDocks();
    makeChartTools();
    retranslate();
    const QByteArray columns = settings->layout(columnLayout());
    if (!columns.isEmpty())
        m_layers->restoreLayout(columns);
    m_details->setShowsAll(!settings->layout(allDetails).isEmpty());
    connectParts();
    connectSession();
}

void Workbench::makeChartTools()
{
    m_chartTools = new QToolBar(m_chart);
    m_chartTools->setIconSize(QSize(16, 16));
    m_chartTools->layout()->setContentsMargins(0, 0, 0, 0);
    m_chartTools->layout()->setSpacing(0);
    m_looks = new QToolButton(m_chartTools);
    m_looks->setObjectName(QStringLiteral("looks"));
    auto *looks = new QMenu(m_looks);
    m_chart->actions()->addTo(*looks);
    m_looks->setMenu(looks);
    m_looks->setPopupMode(QToolButton::InstantPopup);
    m_looks->setAutoRaise(true);
    m_chartTools->addWidget(m_looks);
    m_chart->setToolBar(m_chartTools);
    showIcons();
    QAction *fold = m_chart->actions()->fold;
    connect(m_chart, &RooflineChart::foldingChanged, this, &Workbench::setFolded);
    QAction *relative = m_chart->actions()->relative;
    connect(m_chart, &RooflineChart::relativeChanged, this, [this, relative] {
        m_sessions->setRelative(relative->isChecked());
        showChart();
    });
    connect(m_sessions, &SessionsPanel::relativeChanged, relative, &QAction::setChecked);
    m_layers->addEntry(fold);
    connect(fold, &QAction::triggered, this, [this](bool folds) { m_settings->setFoldsEqualBlocks(folds); });
    fold->setChecked(m_settings->foldsEqualBlocks());
}

void Workbench::addSessionTools(const QList<QAction *> &actions)
{
    for (QAction *action : actions) {
        auto *button = new QToolButton(m_chartTools);
        button->setDefaultAction(action);
        m_sessionTools.append(m_chartTools->addWidget(button));
        m_sessionTools.back()->setVisible(false); // the action goes on
    }
}

void Workbench::showIcons()
{
    m_looks->setIcon(themedIcon(QStringLiteral("palette"), palette()));
    m_chart->actions()->fit->setIcon(themedIcon(QStringLiteral("fit"), palette()));
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
    connect(m_details, &DetailsPanel::showsAllChosen, this,
            [this](bool all) { m_settings->setLayout(allDetails, all ? QByteArray("all") : QByteArray()); });
    connect(m_chart, &RooflineChart::roofsRequested, this, &Workbench::showRoofs);
    connect(m_chart, &RooflineChart::roofActivated, this, [this](std::size_t roof) {
        m_roofs->select(roof);
        showRoofs();
    });
    connect(m_selection, &Selection::selectedChanged, this, &Workbench::showFusion);
    connect(m_roofs, &RoofPanel::choicesChanged, m_session, &ShownSession::choose);
    connect(m_roofs, &RoofPanel::measureAgainRequested, this, &Workbench::measureRoofsRequested);
    connect(m_comparison, &ComparisonPanel::itemActivated, this, reveal);
    connect(m_comparison, &ComparisonPanel::chooseRequested, this, &Workbench::comparisonRequested);
    connect(m_comparison, &ComparisonPanel::saveRequested, this, &Workbench::saveComparisonRequested);
    connect(m_comparison, &ComparisonPanel::endRequested, this, &Workbench::endComparisonRequested);
    connect(m_prediction, &WhatIfChart::predictionChanged, this, [this] {
        showOthers();
        showChart();
    });
    connect(m_timing->sizes(), &SizePanel::trailsChanged, this, &Workbench::showPaths);
    connect(m_summary, &SummaryBar::targetActivated, this, &Workbench::follow);
    connect(m_summary, &SummaryBar::heightChanged, this, &Workbench::settleSoon);
    connect(m_overview, &OverviewPanel::boundsChosen, this, &Workbench::filterBounds);
    connect(m_overview, &OverviewPanel::itemActivated, this, reveal);
    connect(m_overview, &OverviewPanel::foldingRequested, m_chart->actions()->fold, &QAction::trigger);
    connect(m_graph, &GraphPanel::itemActivated, this, reveal);
    connect(m_layers, &LayerView::filterChanged, this, [this] {
        m_chart->setVisibleItems(m_layers->matchingItems());
        m_overview->setBounds(m_layers->filter().bounds);
    });
}

/// The headline is given its height while a layout is under way, and each layout around it takes another turn of
/// events: until all of them have, it would be painted over what stands below.
void Workbench::settleSoon()
{
    if (std::exchange(m_settles, true))
        return;
    setUpdatesEnabled(false);
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_settles = false;
            for (const QWidget *each = m_summary; each != parentWidget(); each = each->parentWidget()) {
                if (each->layout())
                    each->layout()->activate();
            }
            m_shares->fit();
            setUpdatesEnabled(true);
        },
        Qt::QueuedConnection);
}

void Workbench::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (m_wasShown)
        return;
    m_wasShown = true;
    // Before the first show there is no space to be shared; a stack gives its pages their size after that.
    if (parentWidget())
        resize(parentWidget()->size());
    if (restoreState(m_settings->layout(dockLayout), layoutVersion)) {
        m_shares->restore(m_settings->layout(shareLayout));
        m_layersDock->raise(); // what is in front of it is of the session before
    } else {
        m_shares->reset();
    }
    for (const auto &[dock, filled] : fillableDocks())
        dock->setVisible(filled); // not as another session left them
}

void Workbench::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_summary->setCompact(height() < compactHeight);
}

/// In this order: the list of roofs says what the chart draws, and the headline what the chart numbers.
void Workbench::connectSession()
{
    m_session->onChange(kindsOf<Analysis>, this, [this] { forgetWhatIf(); }); // before anybody shows what was selected
    m_session->showIn(m_summary);
    m_session->showIn(m_layers);
    m_session->showIn(m_timing->sizes());
    m_session->onChange(RooflineChart::shownKinds, this, [this] { showChart(); });
    m_session->showIn(m_overview);
    m_session->onChange(OverviewPanel::shownKinds | kindsOf<Remedies>, this, [this] { showHeadline(); });
    m_session->onChange(WhatIfChart::shownKinds, this, [this] {
        m_prediction->setWorker(m_settings->workerProgram());
        m_prediction->setSession(m_session->view());
    });
    m_session->showIn(m_histogram);
    m_session->showIn(m_details);
    m_session->showIn(m_unknown);
    m_session->showIn(m_graph);
    m_session->showIn(m_roofs);
    m_session->onChange(kindsOf<Analysis, ModelLatency, LayerLatencies>, this, [this] { updateComparison(); });
    m_session->showIn(m_timing);
    m_session->onChange(UnknownPanel::shownKinds | TimingPanel::shownKinds, this, [this] { showFilledDocks(); });
}

/// What was asked of one file is not asked of the next.
void Workbench::forgetWhatIf()
{
    const auto &analysis = m_session->measured().analysis;
    std::string model = analysis ? analysis->model.sha256 + analysis->model.path : std::string();
    if (model != m_asked) {
        m_whatIf->reset();
        m_selection->clear(); // items are numbers of a model
    }
    m_asked = std::move(model);
}

void Workbench::setFolded(bool folds)
{
    m_layers->setFolded(folds);
    m_graph->setFolded(folds);
    m_overview->setFolded(folds);
    showChart();
}

void Workbench::showHeadline()
{
    const JudgedSession &judged = m_session->judged();
    m_summary->setHeadline(headline(judged, m_beingTimed).sentences, headlineBasis(judged.session(), m_beingTimed),
                           judged.summary().medianNs);
    m_summary->setUncertain(!judged.answer().trustworthy());
    m_facts = factsOf(m_session->shown());
    m_facts.atRoofNs = judged.summary().timeAtRoofNs;
    m_sessions->setShown(m_name, m_facts, m_session->measured().latency);
    if (!m_others.empty() || !m_baseline.isEmpty())
        showNames();
}

void Workbench::setBeingTimed(bool beingTimed)
{
    if (m_beingTimed == beingTimed)
        return;
    m_beingTimed = beingTimed;
    if (m_session->shown().analysis)
        showHeadline();
}

void Workbench::showChart()
{
    m_chart->setSession(m_session->view());
    m_roofs->setVisibleRoofs(m_chart->visibleRoofs());
    showFusion();
}

void Workbench::showPaths()
{
    std::vector<Trail> paths = m_timing->sizes()->trails();
    if (paths.empty() && !m_hasPaths)
        return;
    m_hasPaths = !paths.empty();
    m_chart->setPaths(std::move(paths));
    showChart();
}

PictureOptions Workbench::pictureOptions() const
{
    PictureOptions options;
    options.theme = m_settings->theme();
    options.scale = 2;
    const Folding folding = m_chart->folding();
    options.chart = { .roofs = m_session->choices().visibility,
                      .folds = folding.folds,
                      .opened = folding.opened,
                      .sizePath = m_timing->sizes()->path().value_or(0),
                      .batchPath = m_chart->trail(),
                      .shown = &m_chart->plot(),
                      .name = m_labels.value(0, m_name),
                      .others = m_onChart };
    return options;
}

const SessionComparison &Workbench::comparison() const
{
    return m_comparison->comparison();
}

void Workbench::resetLayout()
{
    arrangeDocks();
    m_shares->reset();
    m_layers->resetLayout();
}

void Workbench::saveLayout() const
{
    if (!m_wasShown)
        return; // its docks have no sizes of their own yet
    m_settings->setLayout(dockLayout, saveState(layoutVersion));
    m_settings->setLayout(shareLayout, m_shares->state());
    m_settings->setLayout(columnLayout(), m_layers->saveLayout());
}

void Workbench::saveView(const QString &path) const
{
    if (!path.isEmpty() && m_session->shown().analysis)
        m_settings->setLayout(viewStateName(path), viewState(*m_session->shown().analysis, *m_chart, *m_selection));
}

void Workbench::restoreView(const QString &path)
{
    if (m_session->shown().analysis)
        restoreViewState(m_settings->layout(viewStateName(path)), *m_session->shown().analysis, *m_chart, *m_selection);
}

void Workbench::retranslate()
{
    m_looks->setToolTip(tr("What the chart shows: colours, collapsed blocks, roofs, zoom"));
    m_looks->setAccessibleName(tr("What the chart shows"));
    m_layersDock->setWindowTitle(tr("Layers"));
    m_overviewDock->setWindowTitle(tr("Overview"));
    m_histogramDock->setWindowTitle(tr("Latency"));
    m_detailsDock->setWindowTitle(tr("Details"));
    m_unknownDock->setWindowTitle(tr("Unknown Operators"));
    m_timingDock->setWindowTitle(tr("Benchmarks"));
    m_roofsDock->setWindowTitle(tr("Roofs"));
    m_comparisonDock->setWindowTitle(tr("Comparison"));
    m_sessionsDock->setWindowTitle(tr("Sessions"));
    m_whatIfDock->setWindowTitle(tr("What If"));
    m_graphDock->setWindowTitle(tr("Graph"));
    m_logDock->setWindowTitle(tr("Log"));
}

void Workbench::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_prediction->rename();
        showNames();
    }
    if (event->type() == QEvent::PaletteChange) {
        showIcons();
        showNames();
    }
}

QMenu *Workbench::createPopupMenu()
{
    return nullptr; // the View menu of the window has these entries
}

} // namespace rooflight
