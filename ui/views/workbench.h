// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "core/model/session.h"

#include <QMainWindow>

class QDockWidget;

namespace ridgepoint {

class CoverageBar;
class DetailsPanel;
class HistogramPanel;
class LayerView;
class LogView;
class RooflineChart;
class Selection;
class Settings;
class SummaryBar;
class TimingPanel;
class UnknownPanel;

/// Everything about one session: summary and roofline in the middle, table, histogram, timing laboratory, details,
/// operators without a formula and log in docks around it, one selection for all. A main window inside the main window,
/// so that the docks live and are saved apart from the page that is shown before there is a session.
class Workbench : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workbench(Settings *settings, QWidget *parent = nullptr);

    /// The session is read again later: it must stay, and this be called after each change.
    void setSession(const Session &session);

    [[nodiscard]] Selection *selection() const { return m_selection; }
    [[nodiscard]] RooflineChart *chart() const { return m_chart; }
    [[nodiscard]] LayerView *layers() const { return m_layers; }
    [[nodiscard]] HistogramPanel *histogram() const { return m_histogram; }
    [[nodiscard]] TimingPanel *timing() const { return m_timing; }
    [[nodiscard]] DetailsPanel *details() const { return m_details; }
    [[nodiscard]] LogView *log() const { return m_log; }

    /// Show or hide the docks; in the order of the View menu.
    [[nodiscard]] QList<QAction *> dockActions() const;
    void showLayers();
    void showDetails();
    void showLog();
    /// The page of the timing laboratory that such a request is about.
    void showTiming(RequestKind kind);
    void showUnknownOperators();
    void resetLayout();
    void saveLayout() const;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    QMenu *createPopupMenu() override;

private:
    QDockWidget *addDock(const QString &name, QWidget *content, const QString &helpPage);
    void connectParts();
    void arrangeDocks();
    void shareSpace();
    void retranslate();

    Settings *m_settings;
    Selection *m_selection;
    SummaryBar *m_summary;
    CoverageBar *m_coverage;
    RooflineChart *m_chart;
    LayerView *m_layers;
    HistogramPanel *m_histogram;
    DetailsPanel *m_details;
    UnknownPanel *m_unknown;
    TimingPanel *m_timing;
    LogView *m_log;
    QDockWidget *m_layersDock;
    QDockWidget *m_histogramDock;
    QDockWidget *m_detailsDock;
    QDockWidget *m_unknownDock;
    QDockWidget *m_timingDock;
    QDockWidget *m_logDock;
    bool m_spaceShared = false; ///< the docks have their sizes, saved or ours
};

} // namespace ridgepoint
