// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The files of a window: opened, dropped, exported.

#include "core/roofline/disturbed.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/settings/settings.h"
#include "ui/style/save_dialog.h"
#include "ui/views/dialogs/figure_dialog.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/dialogs/measure_commands.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/panels/progress_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/widgets/text_labels.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/sample_session.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/session_keeper.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/suggestions.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/folder_exporter.h"

#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>
#include <optional>

namespace rooflight {

namespace {

/// Of the message on a file of this kind that could not be written.
QString notSaved(const QString &path)
{
    return QStringLiteral("not_saved.") + QFileInfo(path).suffix().toLower();
}

} // namespace

void MainWindow::open(const QString &path)
{
    switch (pathKindOf(path)) {
    case PathKind::Matrix:
        Q_EMIT matrixRequested(path);
        return;
    case PathKind::Folder:
        openFolder(path);
        return;
    case PathKind::Session:
    case PathKind::Model:
        if (m_keeper->mayLeave())
            load(path);
    }
}

void MainWindow::showOpening(const QString &name)
{
    if (m_pages->currentWidget() != m_opening)
        m_pageBefore = m_pages->currentWidget();
    m_opening->setFile(name);
    m_pages->setCurrentWidget(m_opening);
}

void MainWindow::load(const QString &path)
{
    showOpening(QFileInfo(path).fileName());
    read(path);
    updateTitle();
}

void MainWindow::leaveOpening()
{
    if (m_pages->currentWidget() != m_opening)
        return;
    m_pages->setCurrentWidget(m_pageBefore);
    updateTitle();
}

void MainWindow::read(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const QString stopped = m_controller.isWorking() ? m_controller.requestedPath() : QString();
    if (m_exporter->isRunning())
        m_progress->stop();
    m_exporter->cancel();
    m_problems->forget();
    m_messages->beginSubject();
    m_workbench->saveView(m_controller.path());
    m_controller.open(absolute, measureRequest(m_settings->options(absolute)));
    if (!stopped.isEmpty() && stopped != absolute)
        showStopped(stopped);
}

/// A session that was measured further is opened again by its tab or its file: there is nothing to start anew.
void MainWindow::showStopped(const QString &path)
{
    const bool isModel = pathKindOf(path) == PathKind::Model;
    m_messages->show(
        { Message::Severity::Information,
          tr("The measurement of %1 was stopped, because another file was opened.").arg(QFileInfo(path).fileName()),
          {},
          QStringLiteral("stopped"),
          isModel ? tr("Measure It") : QString(),
          [this, path] { open(path); } });
}

void MainWindow::openFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    const bool isSession = pathKindOf(paths.constFirst()) == PathKind::Session;
    QStringList others;
    for (const QString &path : paths.mid(1)) {
        if (isSession && pathKindOf(path) == PathKind::Session)
            others.append(path);
        else
            Q_EMIT windowRequested(path);
    }
    if (!others.isEmpty())
        m_sessions->startOver(paths.constFirst(), others);
    open(paths.constFirst());
}

void MainWindow::offerUnsaved(const QStringList &sessions)
{
    for (const QString &path : sessions) {
        const QFileInfo file(path);
        const QString time = file.lastModified().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
        m_messages->show({ Message::Severity::Information,
                           tr("Rooflight ended on %2 before the session of %1 was saved. The results so far were kept.")
                               .arg(file.completeBaseName(), time),
                           {},
                           path,
                           tr("Open"),
                           [this, path] { open(path); } });
    }
}

void MainWindow::dropFiles(const QStringList &paths)
{
    const auto isSession = [](const QString &path) { return pathKindOf(path) == PathKind::Session; };
    if (std::ranges::all_of(paths, isSession) && m_controller.session().analysis && showsSession())
        m_sessions->add(paths);
    else
        openFiles(paths);
}

void MainWindow::chooseFiles()
{
    const QString purpose = QStringLiteral("open");
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open a Model or a Session"), m_settings->lastFolder(purpose),
                                      tr("Models and sessions (%1);;All files (*)").arg(modelPatterns().join(u' ')));
    if (!paths.isEmpty())
        m_settings->setLastFolder(purpose, QFileInfo(paths.constFirst()).path());
    openFiles(paths);
}

void MainWindow::chooseExport(ExportFormat format)
{
    const QString purpose = QStringLiteral("export");
    const QString suffix = exportSuffix(format);
    const QString path =
        chooseSavePath(this, tr("Save As"), { QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix) },
                       m_settings->lastFolder(purpose), proposedFileName(m_controller.session(), format));
    if (path.isEmpty())
        return;
    m_settings->setLastFolder(purpose, QFileInfo(path).path());
    exportTo(path, format);
}

void MainWindow::showFigure()
{
    const Session session = m_workbench->session()->shown(); // which may be measured on behind the dialog
    const JudgedSession judged(session);
    FigureDialog dialog({ &m_workbench->chart()->plot(), &judged, m_workbench->pictureOptions(),
                          QFileInfo(proposedFileName(judged.session(), ExportFormat::Png)).completeBaseName() },
                        m_settings, this);
    if (m_workbench->chart()->plot().content().empty())
        dialog.setContent(FigureDialog::Content::Page);
    connect(&dialog, &FigureDialog::saved, this, &MainWindow::showSaved);
    dialog.exec();
}

void MainWindow::copyChart()
{
    const RooflineChart *chart = m_workbench->chart();
    rooflight::copyChart(chart->plot(), chart->size(), isDark(palette()) ? Theme::Dark : Theme::Light);
    m_note->say(tr("The chart was copied, at twice its resolution"));
}

void MainWindow::exportTo(const QString &path, ExportFormat format)
{
    const bool asMeasured = isRecord(format) || !showsSession();
    const JudgedSession judged = asMeasured ? JudgedSession(m_controller.session()) : m_workbench->session()->judged();
    const std::optional<PageComparison> compared = m_comparer->pageComparison();
    PictureOptions options = m_workbench->pictureOptions();
    if (!showsSession())
        options.chart.shown = nullptr;
    const Result<void> written = exportSession(path, format, judged, options, compared ? &*compared : nullptr);
    if (written.ok() && format == ExportFormat::Session)
        takeSaved(QFileInfo(path).absoluteFilePath());
    if (written.ok())
        showSaved(path);
    else
        showNotSaved(written.error(), path);
}

void MainWindow::takeSaved(const QString &path)
{
    const QString before = m_controller.path();
    m_controller.markSaved(path);
    m_sessions->setFile(path);
    m_keeper->setSaved();
    const bool isTheSame = QFileInfo(before) == QFileInfo(path); // by another name, too
    if (m_controller.path() == path && !isTheSame)
        forgetKept(before);
    m_settings->addRecentFile(path);
    rememberResult(m_controller.path());
    m_workbench->setName(QFileInfo(m_controller.path()).completeBaseName());
    updateTitle();
}

void MainWindow::forgetKept(const QString &path)
{
    const auto usesIt = [&](const QWidget *widget) {
        const auto *window = qobject_cast<const MainWindow *>(widget);
        return window && window != this && window->uses(path);
    };
    const bool isUsed = m_sessions->shelf().find(path) || std::ranges::any_of(QApplication::topLevelWidgets(), usesIt);
    if (UnsavedSession::isMeasured(path) && !isUsed)
        UnsavedSession::forgetMeasured({ path });
}

void MainWindow::showSaved(const QString &path)
{
    m_messages->dismiss(notSaved(path));
    m_note->say(tr("Saved as %1").arg(QDir::toNativeSeparators(path)));
}

void MainWindow::showNotSaved(const Error &error, const QString &path)
{
    m_messages->show(
        { Message::Severity::Error, errorSentence(error, path), errorDetails(error), notSaved(path), {}, {} });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.constFirst().isLocalFile()) {
        event->acceptProposedAction();
        m_start->setDropTarget(true);
    }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *event)
{
    m_start->setDropTarget(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_start->setDropTarget(false);
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    event->acceptProposedAction();
    dropFiles(paths);
}

void MainWindow::openFolder(const QString &folder)
{
    if (isModelFolder(folder)) {
        if (m_keeper->mayLeave())
            exportFolder(folder);
        return;
    }
    const QList<QFileInfo> files = modelsIn(folder);
    if (files.size() == 1) {
        open(files.constFirst().filePath());
    } else if (files.isEmpty()) {
        m_messages->show({ Message::Severity::Warning,
                           tr("There is no model and no session in “%1”.").arg(QFileInfo(folder).fileName()),
                           {},
                           QStringLiteral("folder"),
                           {},
                           {} });
    } else {
        auto *dialog = new FolderDialog(folder, files, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        HelpWindow::setPage(dialog, QStringLiteral("start_page"));
        connect(dialog, &FolderDialog::filesChosen, this, &MainWindow::openFiles);
        dialog->open();
    }
}

void MainWindow::exportFolder(const QString &folder)
{
    const QString name = QFileInfo(QDir(folder).absolutePath()).fileName();
    m_controller.cancel();
    m_messages->beginSubject();
    showOpening(name);
    m_progress->start(tr("%1 in Python").arg(name));
    m_exporter->start(folder, m_settings->python());
    updateState();
}

void MainWindow::connectExporter()
{
    connect(m_exporter, &FolderExporter::exported, this, [this](const QString &file, const QStringList &notes) {
        m_progress->stop();
        load(file);
        for (const QString &note : notes)
            m_messages->show({ Message::Severity::Information, note, {}, note, {}, {} });
    });
    connect(m_exporter, &FolderExporter::failed, this, [this](const QString &sentence, const QString &details) {
        m_progress->stop();
        leaveOpening();
        updateState();
        m_messages->show({ Message::Severity::Error, sentence, details, QStringLiteral("folder"), {}, {} });
    });
    connect(m_actions->cancel, &QAction::triggered, m_exporter, [this] {
        if (!m_exporter->isRunning())
            return;
        m_exporter->cancel();
        m_progress->stop();
        leaveOpening();
        updateState();
    });
}

void MainWindow::openSample()
{
    const Result<QString> sample = sampleSession();
    if (sample.ok())
        open(sample.value());
    else
        m_problems->show(sample.error(), QStringLiteral("resnet18_sample.ridge"));
}

void MainWindow::measureSample()
{
    const Result<QString> model = sampleModel();
    if (model.ok())
        open(model.value());
    else
        m_problems->show(model.error(), QStringLiteral("resnet18.pt"));
}

bool MainWindow::uses(const QString &path) const
{
    return path == m_controller.path() || path == m_controller.requestedPath() || m_sessions->shelf().find(path);
}

void MainWindow::clearRecentFiles()
{
    QStringList kept = UnsavedSession::keptFiles();
    for (const QWidget *widget : QApplication::topLevelWidgets()) {
        if (const auto *window = qobject_cast<const MainWindow *>(widget))
            erase_if(kept, [window](const QString &path) { return window->uses(path); });
    }
    if (!kept.isEmpty() && !m_keeper->mayDelete(kept.size()))
        return;
    UnsavedSession::forgetMeasured(kept);
    m_settings->clearRecentFiles();
}

void MainWindow::rememberResult(const QString &path)
{
    if (!m_controller.session().analysis)
        return;
    const ModelSummary &summary = m_workbench->session()->judged().summary();
    if (summary.medianNs && !summary.bounds.empty() && !UnsavedSession::isUnsaved(path))
        m_settings->setRecentResult(path,
                                    { *summary.medianNs, summary.bounds.front().bound,
                                      QString::fromStdString(m_controller.session().analysis->model.sha256),
                                      !m_workbench->session()->judged().answer().trustworthy() });
}

void MainWindow::follow(const Suggestion &suggestion)
{
    switch (suggestion.step) {
    case Suggestion::Step::MeasureAgain:
        return m_measure->measureAgain();
    case Suggestion::Step::MeasureRoofs:
        return m_measure->measureRoof(suggestion.roof);
    case Suggestion::Step::SeeRemedies:
        return m_workbench->showTiming(RequestKind::Remedies);
    case Suggestion::Step::TryRemedies:
        return m_actions->benchmarks.at(RequestKind::Remedies)->trigger();
    case Suggestion::Step::FindOutWhy:
        return m_actions->findOutWhy->trigger();
    case Suggestion::Step::MeasureLonger:
        return m_measure->measureLonger(suggestion.runs);
    case Suggestion::Step::Compare:
        return m_comparer->compareWith(suggestion.path);
    }
}

void MainWindow::showRoofsKnown(const DeviceRoofs &roofs)
{
    const Device &device = roofs.device;
    const std::string name = device.kind == "cpu" ? device.kind : device.kind + ':' + std::to_string(device.index);
    if (isDisturbed(roofs, Effort::Normal))
        m_start->setRoofsDisturbed(name);
    else
        m_start->setRoofsKnown({ name, roofs.measuredAt });
}

} // namespace rooflight
