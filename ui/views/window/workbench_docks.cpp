// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
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
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/unknown_panel.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/window/what_if_chart.h"
#include "ui/views/window/window_geometry.h"
#include "ui/views/window/workbench.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QStyle>
#include <QTabBar>

#include <algorithm>

namespace rooflight {

namespace {

/// Parts of the window that the docks get at first.
constexpr double sideShare = 0.27;
constexpr int sideLetters = 72; // no more, however wide the window
constexpr double layersShare = 0.3; // with its tabs
constexpr double benchmarkShare = 0.7; // of a session that holds nothing else
/// Parts of the window's height that the plot has at least, whatever stands around it.
constexpr double plotShare = 0.46;
constexpr double lowPlotShare = 0.36;
constexpr int usualHeight = 800;
constexpr int lowHeight = 500;
constexpr double graphShare = 0.25;
constexpr int graphLetters = 30; // fewer leave no room for its boxes
constexpr double overviewShare = 0.45;
constexpr QSize leastDock(170, 48);
constexpr auto frontProperty = "isInFront";
constexpr auto filledProperty = "isFilled";
constexpr auto tearsOffProperty = "tearsOff";

void reveal(QDockWidget *dock)
{
    dock->show();
    dock->raise();
}

/// The keys of a dock go to it, wherever it is. A click in the menu says what it does.
class DockKeys : public QObject
{
public:
    explicit DockKeys(QDockWidget *dock)
        : QObject(dock)
        , m_dock(dock)
    {
        dock->toggleViewAction()->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Shortcut)
            return QObject::eventFilter(watched, event);
        Workbench::goTo(m_dock);
        return true;
    }

private:
    QDockWidget *m_dock;
};

} // namespace

void Workbench::makeDocks()
{
    m_layersDock = addDock(QStringLiteral("layersDock"), m_layers, QStringLiteral("layer_table"));
    m_overviewDock = addDock(QStringLiteral("overviewDock"), m_overview, QStringLiteral("overview"));
    m_histogramDock = addDock(QStringLiteral("histogramDock"), m_histogram, QStringLiteral("histogram"));
    m_detailsDock = addDock(QStringLiteral("detailsDock"), m_details, QStringLiteral("details"));
    m_unknownDock = addDock(QStringLiteral("unknownDock"), m_unknown, QStringLiteral("coverage"));
    m_timingDock = addDock(QStringLiteral("timingDock"), m_timing, QStringLiteral("benchmarks"));
    m_roofsDock = addDock(QStringLiteral("roofsDock"), m_roofs, QStringLiteral("roofs"));
    m_comparisonDock = addDock(QStringLiteral("comparisonDock"), m_comparison, QStringLiteral("comparison"));
    m_sessionsDock = addDock(QStringLiteral("sessionsDock"), m_sessions, QStringLiteral("sessions"));
    m_whatIfDock = addDock(QStringLiteral("whatIfDock"), m_whatIf, QStringLiteral("what_if"));
    connect(m_whatIfDock, &QDockWidget::visibilityChanged, m_prediction, &WhatIfChart::setInSight);
    m_graphDock = addDock(QStringLiteral("graphDock"), m_graph, QStringLiteral("graph"));
    // Hidden at first, it would come with the least width that it may have.
    connect(m_graphDock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible && m_graphDock->width() < fontMetrics().averageCharWidth() * graphLetters)
            QMetaObject::invokeMethod(
                this, [this] { resizeDocks({ m_graphDock }, { qRound(graphShare * width()) }, Qt::Horizontal); },
                Qt::QueuedConnection);
    });
    m_logDock = addDock(QStringLiteral("logDock"), m_log, QStringLiteral("log"));
    m_shares->add({ m_overviewDock, m_histogramDock, m_detailsDock, m_roofsDock, m_whatIfDock }, Qt::Horizontal,
                  sideShare, [this] { return DockRoom { .most = fontMetrics().averageCharWidth() * sideLetters }; });
    m_shares->add({ m_layersDock, m_timingDock, m_comparisonDock, m_sessionsDock, m_unknownDock, m_logDock },
                  Qt::Vertical, layersShare, [this] { return roomBelowPlot(); });
    connect(
        m_chart, &RooflineChart::planeChanged, m_shares, [this] { m_shares->fit(); }, Qt::QueuedConnection);
    m_shares->add({ m_graphDock }, Qt::Horizontal, graphShare);
    m_shares->add({ m_overviewDock, m_histogramDock }, Qt::Vertical, overviewShare);
}

DockRoom Workbench::roomBelowPlot() const
{
    const int separator = style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, this);
    const int room = this->height() - menuWidget()->sizeHint().height() - separator;
    if (m_chart->plot().content().empty()) {
        const bool isAll = TimingPanel::onlyBenchmark(m_session->shown()).has_value();
        return { .least = isAll ? qRound(benchmarkShare * room) : 0 };
    }
    const double height = window()->height();
    const double part = std::clamp((height - lowHeight) / (usualHeight - lowHeight), 0.0, 1.0);
    const double plot = height * (lowPlotShare + part * (plotShare - lowPlotShare));
    return { .most = std::max(leastDock.height(), room - m_chart->heightAroundPlane() - qRound(plot)) };
}

QDockWidget *Workbench::addDock(const QString &name, QWidget *content, const QString &helpPage)
{
    auto *dock = new QDockWidget(this);
    dock->setObjectName(name);
    dock->setWidget(content);
    content->setMinimumSize(leastDock); // what a part would like is less than what chart and table need
    for (const auto changed : { &QDockWidget::topLevelChanged, &QDockWidget::visibilityChanged })
        connect(dock, changed, this, &Workbench::nameDocks, Qt::QueuedConnection); // not while parts are hidden
    HelpWindow::setPage(dock, helpPage);
    new DockKeys(dock);
    // Queued: what it says at an action is from before it.
    connect(
        dock, &QDockWidget::visibilityChanged, content,
        [dock](bool inFront) { dock->setProperty(frontProperty, inFront); }, Qt::QueuedConnection);
    // Whoever asks for a dock wants to see it and go on in it, not the tab beside it, and not that one behind it goes.
    connect(dock->toggleViewAction(), &QAction::triggered, content, [dock, content](bool shown) {
        if (!shown && dock->property(frontProperty).toBool())
            return;
        reveal(dock);
        content->setFocus();
    });
    return dock;
}

/// By a double click on its tab: it has no title bar to take it by.
void Workbench::tearOff(const QString &title)
{
    for (QDockWidget *dock : findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly)) {
        if (dock->windowTitle() == title && !dock->isFloating())
            return dock->setFloating(true);
    }
}

/// The tab of a dock says its name already; its title bar would take a row of the table.
void Workbench::nameDocks()
{
    for (QTabBar *tabs : findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        if (tabs->property(tearsOffProperty).toBool())
            continue;
        tabs->setProperty(tearsOffProperty, true);
        connect(tabs, &QTabBar::tabBarDoubleClicked, this, [this, tabs](int tab) { tearOff(tabs->tabText(tab)); });
    }
    for (QDockWidget *dock : findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly)) {
        const QList<QDockWidget *> sharing = tabifiedDockWidgets(dock);
        const bool isTabbed = !dock->isFloating()
            && std::ranges::any_of(sharing, [](const QDockWidget *other) { return !other->isHidden(); });
        const bool needsNoName = isTabbed || (dock == m_layersDock && !dock->isFloating()); // its field says it
        if (needsNoName == (dock->titleBarWidget() != nullptr))
            continue;
        QWidget *old = dock->titleBarWidget();
        dock->setTitleBarWidget(needsNoName ? new QWidget(dock) : nullptr);
        if (old)
            old->deleteLater();
    }
}

void Workbench::arrangeDocks()
{
    // Details are long: they have the height of the window.
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDockWidget(Qt::RightDockWidgetArea, m_overviewDock);
    addDockWidget(Qt::RightDockWidgetArea, m_detailsDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_layersDock);
    addDockWidget(Qt::LeftDockWidgetArea, m_graphDock);
    splitDockWidget(m_overviewDock, m_detailsDock, Qt::Vertical);
    tabifyDockWidget(m_overviewDock, m_histogramDock);
    tabifyDockWidget(m_detailsDock, m_roofsDock);
    tabifyDockWidget(m_roofsDock, m_whatIfDock);
    tabifyDockWidget(m_layersDock, m_timingDock);
    tabifyDockWidget(m_timingDock, m_comparisonDock);
    tabifyDockWidget(m_comparisonDock, m_sessionsDock);
    tabifyDockWidget(m_sessionsDock, m_unknownDock);
    tabifyDockWidget(m_unknownDock, m_logDock);
    for (QDockWidget *dock : findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly)) {
        dock->setFloating(false);
        dock->show();
    }
    for (QDockWidget *dock : { m_graphDock, m_roofsDock, m_logDock })
        dock->hide();
    for (const auto &[dock, filled] : fillableDocks())
        dock->setVisible(filled);
    m_layersDock->raise();
    m_overviewDock->raise();
    m_detailsDock->raise();
}

QList<QAction *> Workbench::dockActions() const
{
    return { m_layersDock->toggleViewAction(),   m_histogramDock->toggleViewAction(),
             m_logDock->toggleViewAction(),      m_detailsDock->toggleViewAction(),
             m_unknownDock->toggleViewAction(),  m_roofsDock->toggleViewAction(),
             m_timingDock->toggleViewAction(),   m_comparisonDock->toggleViewAction(),
             m_overviewDock->toggleViewAction(), m_sessionsDock->toggleViewAction(),
             m_whatIfDock->toggleViewAction(),   m_graphDock->toggleViewAction() };
}

QList<QAction *> Workbench::mainDockActions() const
{
    return { m_layersDock->toggleViewAction(),    m_overviewDock->toggleViewAction(), m_detailsDock->toggleViewAction(),
             m_histogramDock->toggleViewAction(), m_whatIfDock->toggleViewAction(),   m_graphDock->toggleViewAction(),
             m_roofsDock->toggleViewAction(),     m_timingDock->toggleViewAction() };
}

void Workbench::goTo(QDockWidget *dock)
{
    reveal(dock);
    dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

std::vector<std::pair<QDockWidget *, bool>> Workbench::fillableDocks() const
{
    return { { m_timingDock, m_timing->hasContent() },
             { m_unknownDock, !m_unknown->isEmpty() },
             { m_comparisonDock, m_earlier.has_value() },
             { m_sessionsDock, !m_others.empty() } };
}

void Workbench::showFilledDocks()
{
    for (const auto &[dock, filled] : fillableDocks()) {
        if (dock->property(filledProperty).toBool() == filled)
            continue;
        dock->setProperty(filledProperty, filled);
        dock->setVisible(filled);
    }
}

void Workbench::showLayers()
{
    reveal(m_layersDock);
}

void Workbench::showOverview()
{
    reveal(m_overviewDock);
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

void Workbench::showSessions()
{
    reveal(m_sessionsDock);
}

void Workbench::showWhatIf()
{
    reveal(m_whatIfDock);
}

void Workbench::showGraph()
{
    reveal(m_graphDock);
}

void Workbench::showLog()
{
    reveal(m_logDock);
}

void Workbench::showHistogram()
{
    reveal(m_histogramDock);
}

void Workbench::showTiming(RequestKind kind)
{
    reveal(m_timingDock);
    m_timing->showPage(kind);
}

} // namespace rooflight
