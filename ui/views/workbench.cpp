// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/workbench.h"

#include "ui/charts/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/views/help_window.h"
#include "ui/views/histogram_panel.h"
#include "ui/views/layer_view.h"
#include "ui/views/log_view.h"
#include "ui/views/settings.h"
#include "ui/views/summary_bar.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

/// Raise it when docks are added or taken away: a state of another version is not restored.
constexpr int layoutVersion = 1;

/// Parts of the window that the docks get at first.
constexpr double histogramShare = 0.24;
constexpr double layersShare = 0.33;

constexpr QLatin1String dockLayout("docks");
constexpr QLatin1String columnLayout("layerColumns");

} // namespace

Workbench::Workbench(Settings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_selection(new Selection(this))
    , m_summary(new SummaryBar(this))
    , m_chart(new RooflineChart(m_selection, this))
    , m_layers(new LayerView(m_selection, this))
    , m_histogram(new HistogramPanel(m_selection, this))
    , m_log(new LogView(this))
{
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    auto *middle = new QWidget(this);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_chart, 1);
    setCentralWidget(middle);
    HelpWindow::setPage(m_chart, QStringLiteral("roofline_chart"));

    m_layersDock = addDock(QStringLiteral("layersDock"), m_layers, QStringLiteral("layer_table"));
    m_histogramDock = addDock(QStringLiteral("histogramDock"), m_histogram, QStringLiteral("histogram"));
    m_logDock = addDock(QStringLiteral("logDock"), m_log, QStringLiteral("log"));
    arrangeDocks();
    retranslate();
    m_spaceShared = restoreState(settings->layout(dockLayout), layoutVersion);
    const QByteArray columns = settings->layout(columnLayout);
    if (!columns.isEmpty())
        m_layers->restoreLayout(columns);

    connect(m_chart, &RooflineChart::itemActivated, this, [this](ItemId item) {
        showLayers();
        m_layers->reveal(item);
    });
}

QDockWidget *Workbench::addDock(const QString &name, QWidget *content, const QString &helpPage)
{
    auto *dock = new QDockWidget(this);
    dock->setObjectName(name);
    dock->setWidget(content);
    HelpWindow::setPage(dock, helpPage);
    return dock;
}

void Workbench::arrangeDocks()
{
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    addDockWidget(Qt::RightDockWidgetArea, m_histogramDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_layersDock);
    tabifyDockWidget(m_layersDock, m_logDock);
    for (QDockWidget *dock : { m_histogramDock, m_layersDock, m_logDock }) {
        dock->setFloating(false);
        dock->show();
    }
    m_logDock->hide();
    m_layersDock->raise();
}

void Workbench::shareSpace()
{
    resizeDocks({ m_histogramDock }, { int(width() * histogramShare) }, Qt::Horizontal);
    resizeDocks({ m_layersDock }, { int(height() * layersShare) }, Qt::Vertical);
}

void Workbench::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    // Before the first show there is no space to be shared.
    if (!m_spaceShared)
        shareSpace();
    m_spaceShared = true;
}

void Workbench::setSession(const Session &session)
{
    m_summary->setSession(session);
    m_chart->setSession(session);
    m_layers->setSession(session);
    m_histogram->setSession(session);
}

QList<QAction *> Workbench::dockActions() const
{
    return { m_layersDock->toggleViewAction(), m_histogramDock->toggleViewAction(), m_logDock->toggleViewAction() };
}

void Workbench::showLayers()
{
    m_layersDock->show();
    m_layersDock->raise();
}

void Workbench::showLog()
{
    m_logDock->show();
    m_logDock->raise();
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
    m_histogramDock->setWindowTitle(tr("Latency Histogram"));
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
