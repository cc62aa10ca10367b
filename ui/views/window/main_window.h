// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/worker/session_controller.h"
#include "ui/worker/worker_client.h"

#include "ui/views/window/session_export.h"

#include <QMainWindow>

class QStackedWidget;

namespace rooflight {

class ChartSessions;
class CommandPalette;
class HelpWindow;
class MeasureCommands;
class CoverageMessage;
class MessageBar;
class OpeningPage;
class ProblemPrompter;
class PassingNote;
class FolderExporter;
class ProgressPanel;
class SessionComparer;
class SessionKeeper;
class Settings;
class StartPage;
class Suggestions;
struct Suggestion;
class WindowActions;
class Workbench;

/// One window about one file. Only wires: every part is a class of its own.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// The settings must outlive the window.
    explicit MainWindow(Settings *settings, WorkerLimits limits = {}, QWidget *parent = nullptr);
    ~MainWindow() override;

    void open(const QString &path);
    /// The first one here; with a saved session all further ones beside it on the chart, the others in windows of their
    /// own.
    void openFiles(const QStringList &paths);
    /// Messages that offer sessions which an earlier window could not save.
    void offerUnsaved(const QStringList &sessions);
    /// Writes what is shown; an error becomes a message.
    void exportTo(const QString &path, ExportFormat format);

    [[nodiscard]] WorkerClient *worker() { return &m_worker; }
    [[nodiscard]] SessionController *controller() { return &m_controller; }
    [[nodiscard]] Workbench *workbench() const { return m_workbench; }
    [[nodiscard]] StartPage *startPage() const { return m_start; }
    [[nodiscard]] MessageBar *messages() const { return m_messages; }
    [[nodiscard]] ProgressPanel *progress() const { return m_progress; }
    [[nodiscard]] WindowActions *actions() const { return m_actions; }
    [[nodiscard]] SessionComparer *comparer() const { return m_comparer; }
    [[nodiscard]] ChartSessions *chartSessions() const { return m_sessions; }
    [[nodiscard]] bool showsSession() const;

Q_SIGNALS:
    /// Another window is wanted, for a file or, when the path is empty, for none.
    void windowRequested(const QString &path);
    /// The index of a matrix, or its folder, is to be shown.
    void matrixRequested(const QString &path);

protected:
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void layOut();
    void connectWorker();
    void connectController();
    void connectFileActions();
    void connectComparison();
    void connectOtherActions();
    void dropFiles(const QStringList &paths);
    void chooseFiles();
    void chooseExport(ExportFormat format);
    void showFigure();
    void copyChart();
    void showSession();
    /// What was said of a file of this kind that could not be written is past.
    void showSaved(const QString &path);
    void showNotSaved(const Error &error, const QString &path);
    /// The session that is shown is in this file.
    void takeSaved(const QString &path);
    /// A kept measurement that is saved by now, unless it is used elsewhere.
    void forgetKept(const QString &path);
    /// Asks nothing; its name is shown at once.
    void load(const QString &path);
    /// What is shown stays until it is there.
    void read(const QString &path);
    void showStopped(const QString &path);
    /// Back to what was shown before, when nothing came of a file.
    void leaveOpening();
    /// The one file in it that can be opened; of several a person chooses. A model of Hugging Face is made first.
    void openFolder(const QString &folder);
    void exportFolder(const QString &folder);
    void connectExporter();
    /// The name of what is being opened, above an empty frame.
    void showOpening(const QString &name);
    void openSample();
    void measureSample();
    /// Also deletes the kept measurements that no window of this process uses.
    void clearRecentFiles();
    [[nodiscard]] bool uses(const QString &path) const;
    /// For the list of recent files.
    void rememberResult(const QString &path);
    void showRoofsKnown(const DeviceRoofs &roofs);
    void follow(const Suggestion &suggestion);
    void showSettings(const QString &field = {});
    void showCommands();
    void showHelp(const QString &page);
    void showAbout();
    void updateState();
    void updateTitle();

    Settings *m_settings;
    WorkerClient m_worker;
    SessionController m_controller;
    FolderExporter *m_exporter;
    QStackedWidget *m_pages;
    StartPage *m_start;
    Workbench *m_workbench;
    OpeningPage *m_opening;
    QWidget *m_pageBefore; ///< the opening page
    MessageBar *m_messages;
    CoverageMessage *m_coverage;
    PassingNote *m_note;
    ProgressPanel *m_progress;
    WindowActions *m_actions;
    ProblemPrompter *m_problems;
    MeasureCommands *m_measure;
    SessionComparer *m_comparer;
    SessionKeeper *m_keeper;
    ChartSessions *m_sessions;
    Suggestions *m_suggestions;
    HelpWindow *m_help = nullptr;
    CommandPalette *m_palette = nullptr;
};

} // namespace rooflight
