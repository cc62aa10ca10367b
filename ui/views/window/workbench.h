// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/session_comparison.h"
#include "ui/charts/export/report_picture.h"
#include "ui/models/other_session.h"

#include <QMainWindow>

#include <set>
#include <utility>
#include <vector>

class QDockWidget;
class QToolBar;
class QToolButton;

namespace rooflight {

class ComparisonPanel;
class DetailsPanel;
class DockShares;
struct DockRoom;
class GraphPanel;
class HistogramPanel;
class LayerView;
class LogView;
class OverviewPanel;
class RoofPanel;
class RooflineChart;
class Selection;
class Settings;
class ShownSession;
class SessionsPanel;
class SessionTabs;
struct SessionTab;
class SummaryBar;
class TimingPanel;
class UnknownPanel;
class WhatIfChart;
class WhatIfPanel;

/// Everything about one session: summary and roofline in the middle, table, histogram, timing benchmarks, details,
/// operators without a formula and log in docks around it, one selection and one filter for all. A main window inside
/// the main window, so that the docks live and are saved apart from the page that is shown before there is a session.
class Workbench : public QMainWindow
{
    Q_OBJECT

public:
    explicit Workbench(Settings *settings, QWidget *parent = nullptr);

    /// What all parts show; each follows the signals of what it shows.
    [[nodiscard]] ShownSession *session() const { return m_session; }

    /// Shows what changed from another session, from now on with each change of the one that is shown.
    /// Not \p inFront, the panel that says so stays where it is.
    void compareWith(const Session &earlier, const QString &path, bool inFront = true);
    void endComparison();
    /// The other session; without a value while nothing is compared.
    [[nodiscard]] const std::optional<JudgedSession> &earlier() const { return m_earlier; }
    /// Options for a report: the roofs that are visible, and the theme.
    [[nodiscard]] PictureOptions pictureOptions() const;
    /// An empty one while nothing is compared.
    [[nodiscard]] const SessionComparison &comparison() const;

    /// What the session that is shown is called among others, and these: on the chart, in the list of sessions.
    void setName(const QString &name);
    /// Whether times of the session are on their way.
    void setBeingTimed(bool beingTimed);
    void setOthers(const std::vector<OtherSession> &others);
    /// What the session that is shown is compared with as soon as another takes its place; empty: nothing.
    void setBaseline(const QString &name);
    /// Beside the legend of the chart, once there is more than one session.
    void addSessionTools(const QList<QAction *> &actions);
    /// Facts of the session that is shown.
    [[nodiscard]] const SessionFacts &facts() const { return m_facts; }

    /// Operators for experiments: those that are selected, or those with most to gain. Without a selection, the first
    /// of them is selected.
    [[nodiscard]] std::vector<std::int64_t> operatorsInQuestion();

    [[nodiscard]] Selection *selection() const { return m_selection; }
    [[nodiscard]] RooflineChart *chart() const { return m_chart; }
    [[nodiscard]] LayerView *layers() const { return m_layers; }
    [[nodiscard]] OverviewPanel *overview() const { return m_overview; }
    [[nodiscard]] HistogramPanel *histogram() const { return m_histogram; }
    [[nodiscard]] TimingPanel *timing() const { return m_timing; }
    [[nodiscard]] DetailsPanel *details() const { return m_details; }
    [[nodiscard]] RoofPanel *roofs() const { return m_roofs; }
    [[nodiscard]] ComparisonPanel *comparisonPanel() const { return m_comparison; }
    [[nodiscard]] SessionsPanel *sessionsPanel() const { return m_sessions; }
    [[nodiscard]] SessionTabs *tabs() const { return m_tabs; }
    [[nodiscard]] GraphPanel *graph() const { return m_graph; }
    [[nodiscard]] WhatIfPanel *whatIf() const { return m_whatIf; }
    [[nodiscard]] WhatIfChart *prediction() const { return m_prediction; }
    [[nodiscard]] LogView *log() const { return m_log; }

    /// Show or hide the docks; in the order of their keys.
    [[nodiscard]] QList<QAction *> dockActions() const;
    /// Actions of the docks that apply to every model, in the order of the View menu.
    [[nodiscard]] QList<QAction *> mainDockActions() const;
    /// Brings a dock to the front and gives it the focus.
    static void goTo(QDockWidget *dock);
    void showLayers();
    void showOverview();
    void showDetails();
    void showLog();
    void showHistogram();
    /// The page of the timing benchmarks that such a request is about.
    void showTiming(RequestKind kind);
    void showUnknownOperators();
    void showRoofs();
    void showComparison();
    void showSessions();
    void showWhatIf();
    void showGraph();
    void resetLayout();
    void saveLayout() const;
    /// Keeps what is selected and where the chart is zoomed to, for the next time that the file is opened.
    void saveView(const QString &path) const;
    void restoreView(const QString &path);

Q_SIGNALS:
    void measureRoofsRequested();
    void comparisonRequested();
    void saveComparisonRequested();
    void endComparisonRequested();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    QMenu *createPopupMenu() override;

private:
    void makeDocks();
    QDockWidget *addDock(const QString &name, QWidget *content, const QString &helpPage);
    /// Of the height, so that the plot keeps its part of the window, and takes none while there is nothing in it.
    [[nodiscard]] DockRoom roomBelowPlot() const;
    void makeChartTools();
    void showIcons();
    void connectParts();
    void connectSession();
    void showChart();
    void showPaths();
    void settleSoon();
    void updateComparison();
    void arrangeDocks();
    void nameDocks();
    void tearOff(const QString &title);
    /// Shows the docks that have come to have something in them, and takes those away that no longer have.
    void showFilledDocks();
    /// Docks that may be empty, and whether there is something in them.
    [[nodiscard]] std::vector<std::pair<QDockWidget *, bool>> fillableDocks() const;
    void showHeadline();
    void setFolded(bool folds);
    void forgetWhatIf();
    void showOthers();
    /// Shows the names of the sessions in the tabs above the chart and on it.
    void showNames();
    [[nodiscard]] std::vector<SessionTab> sessionTabs() const;
    /// What the selected ones would be if they were one.
    void showFusion();
    /// Selects or filters what a part of the headline is about.
    void follow(const QString &target);
    void selectEqual(const QString &kind, std::int64_t id);
    void filterBounds(const std::set<Bound> &bounds);
    void retranslate();

    Settings *m_settings;
    ShownSession *m_session;
    Selection *m_selection;
    SessionTabs *m_tabs;
    SummaryBar *m_summary;
    RooflineChart *m_chart;
    LayerView *m_layers;
    OverviewPanel *m_overview;
    HistogramPanel *m_histogram;
    DetailsPanel *m_details;
    UnknownPanel *m_unknown;
    TimingPanel *m_timing;
    RoofPanel *m_roofs;
    ComparisonPanel *m_comparison;
    SessionsPanel *m_sessions;
    WhatIfPanel *m_whatIf;
    WhatIfChart *m_prediction;
    GraphPanel *m_graph;
    LogView *m_log;
    QDockWidget *m_layersDock;
    QDockWidget *m_overviewDock;
    QDockWidget *m_histogramDock;
    QDockWidget *m_detailsDock;
    QDockWidget *m_unknownDock;
    QDockWidget *m_timingDock;
    QDockWidget *m_roofsDock;
    QDockWidget *m_comparisonDock;
    QDockWidget *m_sessionsDock;
    QDockWidget *m_whatIfDock;
    QDockWidget *m_graphDock;
    QDockWidget *m_logDock;
    std::optional<JudgedSession> m_earlier; ///< to compare with
    QString m_earlierPath;
    QString m_name;
    QString m_baseline; ///< a name of these
    QStringList m_labels; ///< of the session that is shown, and the others
    std::vector<ChartSession> m_onChart; ///< beside the one that is shown
    std::string m_asked; ///< model that the what-if is about
    bool m_beingTimed = false;
    SessionFacts m_facts;
    std::vector<OtherSession> m_others;
    DockShares *m_shares;
    QToolBar *m_chartTools = nullptr;
    QToolButton *m_looks = nullptr;
    QList<QAction *> m_sessionTools; ///< their places beside the legend
    bool m_settles = false; ///< the headline has another height, and the rest is laid out soon
    bool m_hasPaths = false; ///< the chart shows ways of layers as sizes grow
    bool m_wasShown = false; ///< the docks have their sizes, saved or ours
};

} // namespace rooflight
