// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/views/window/session_export.h"

#include <QAction>
#include <QMainWindow>
#include <QObject>

#include <map>

class QMenu;
class QMenuBar;
class QToolBar;

namespace rooflight {

class Workbench;

/// The actions of a window with their menus, shortcuts, icons and words. What they do is connected by the window.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    WindowActions(QMainWindow *window, Workbench *workbench);

    /// What the session that is shown holds: Results are of no model that could be measured or has layers.
    enum class Content { Nothing, Results, Model };

    /// Which actions make sense now.
    void setState(Content content, bool working);
    void setComparing(bool comparing);
    /// What a disabled action waits for, in a few words; empty if that is not known.
    [[nodiscard]] QString whyDisabled(const QAction *action) const;
    void retranslate();
    void showIcons();
    /// If the tool bar has room: what comes and goes there moves nothing.
    void addToToolBar(QWidget *widget);

    QAction *open;
    QAction *commands; ///< finds all others
    QAction *addSessions;
    QAction *keepSession;
    QAction *pin; ///< checked while there is a baseline
    QAction *compareWith;
    QAction *saveComparison;
    QAction *endComparison;
    QAction *newWindow;
    QAction *close;
    QAction *quit;
    QAction *measure;
    std::map<RequestKind, QAction *> benchmarks; ///< what is measured beside the layers
    QAction *findOutWhy;
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
    QAction *figure;
    std::map<ExportFormat, QAction *> exports;

private:
    enum class Needs { Nothing, Session, Model, IdleModel, Work, Comparison };

    /// Without a menu it is found by its shortcut and by the list of all commands.
    QAction *add(QMenu *menu, const QKeySequence &shortcut = {}, Needs needs = Needs::Nothing);
    void makeFileMenu(QMenuBar *bar);
    void makeMeasureMenu(QMenuBar *bar);
    void makeViewMenu(QMenuBar *bar);
    void makeHelpMenu(QMenuBar *bar);
    void makeToolBar();
    [[nodiscard]] bool isMet(Needs needs) const;
    void enableActions();
    void retranslateMenus();
    void retranslateExports();
    void retranslateOthers();

    QMainWindow *m_window;
    Workbench *m_workbench;
    QMenu *m_file = nullptr;
    QMenu *m_export = nullptr;
    QMenu *m_measure = nullptr;
    QMenu *m_view = nullptr;
    QMenu *m_help = nullptr;
    QToolBar *m_toolBar = nullptr;
    QWidget *m_room = nullptr; ///< in the tool bar
    std::map<const QAction *, Needs> m_needs;
    Content m_content = Content::Nothing;
    bool m_isWorking = false;
    bool m_isComparing = false;
};

} // namespace rooflight
