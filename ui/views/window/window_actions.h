// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/window/session_export.h"

#include <QAction>
#include <QList>
#include <QMainWindow>
#include <QObject>

#include <map>

class QMenu;
class QMenuBar;
class QToolBar;

namespace ridgepoint {

class Settings;
class Workbench;

/// The actions of a window with their menus, shortcuts, icons and words. What they do is connected by the window.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    WindowActions(QMainWindow *window, Workbench *workbench, Settings *settings);

    /// Which actions make sense now.
    void setState(bool hasSession, bool working);
    void setComparing(bool comparing);
    void retranslate();
    void showIcons();

    QAction *open;
    QAction *addSessions;
    QAction *keepSession;
    QAction *compareWith;
    QAction *saveComparison;
    QAction *endComparison;
    QAction *newWindow;
    QAction *close;
    QAction *quit;
    QAction *measure;
    QAction *compareMethods;
    QAction *timeInterleaved;
    QAction *sweepBatches;
    QAction *timePipeline;
    QAction *tryRemedies;
    QAction *cancel;
    QAction *options;
    QAction *restartWorker;
    QAction *workerCommand;
    QAction *copyRows;
    QAction *find;
    QAction *showStart;
    QAction *resetLayout;
    QAction *settings;
    QAction *help;
    QAction *shortcuts;
    QAction *about;
    std::map<ExportFormat, QAction *> exports;

Q_SIGNALS:
    void recentChosen(const QString &path);
    /// Of the sessions that were opened, one to compare with.
    void comparisonChosen(const QString &path);

private:
    QAction *add(QMenu *menu, const QKeySequence &shortcut = {});
    void makeFileMenu(QMenuBar *bar);
    void makeComparisonMenu();
    void makeMeasureMenu(QMenuBar *bar);
    void makeViewMenu(QMenuBar *bar);
    void makeHelpMenu(QMenuBar *bar);
    void makeThemeMenu();
    void makeLanguageMenu();
    void makeToolBar();
    void fillRecentMenu();
    void fillComparisonMenu();
    /// Entries of a menu for these files, numbered for the keyboard; those that are gone are greyed.
    void addFiles(QMenu *menu, const QStringList &paths, void (WindowActions::*chosen)(const QString &));
    void retranslateMenus();
    void retranslateExports();
    void retranslateOthers();

    QMainWindow *m_window;
    Workbench *m_workbench;
    Settings *m_settings;
    QMenu *m_file = nullptr;
    QMenu *m_recent = nullptr;
    QMenu *m_comparison = nullptr;
    QMenu *m_export = nullptr;
    QMenu *m_measure = nullptr;
    QMenu *m_view = nullptr;
    QMenu *m_chart = nullptr;
    QMenu *m_theme = nullptr;
    QMenu *m_language = nullptr;
    QMenu *m_help = nullptr;
    QToolBar *m_toolBar = nullptr;
    QList<QAction *> m_themes; ///< in the order of enum Theme
    QAction *m_systemLanguage = nullptr;
};

} // namespace ridgepoint
