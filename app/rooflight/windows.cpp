// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "windows.h"

#include "ui/matrix/matrix_window.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/session_comparer.h"
#include "ui/worker/file_kind.h"

#include <QFileInfo>
#include <QTimer>

namespace rooflight {

Windows::Windows(Settings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void Windows::open(const QStringList &files)
{
    const QStringList recent = m_settings->recentFiles();
    if (files.isEmpty() && m_settings->reopensLastFile() && !recent.isEmpty()
        && QFileInfo(recent.constFirst()).isFile()) {
        open({ recent.constFirst() });
        return;
    }
    QStringList sessions;
    QStringList models;
    for (const QString &file : files) {
        switch (pathKindOf(file)) {
        case PathKind::Matrix:
            openMatrix(file);
            break;
        case PathKind::Session:
            sessions.append(file);
            break;
        case PathKind::Model:
        case PathKind::Folder:
            models.append(file);
        }
    }
    MainWindow *first = sessions.isEmpty() && !files.isEmpty() ? nullptr : openWindow(sessions);
    for (const QString &model : models) {
        MainWindow *window = openWindow({ model });
        first = first ? first : window;
    }
    if (first)
        QTimer::singleShot(0, first, [first] { first->offerUnsaved(UnsavedSession::leftBehind()); });
}

void Windows::openCompared(const QString &file, const QString &earlier)
{
    MainWindow *window = openWindow({ file });
    // Once there is something to compare.
    connect(
        window->controller(), &SessionController::sessionReplaced, window,
        [window, earlier] { window->comparer()->compareWith(earlier); }, Qt::SingleShotConnection);
}

void Windows::openOne(const QString &file)
{
    openWindow(file.isEmpty() ? QStringList() : QStringList(file));
}

void Windows::openMatrix(const QString &path)
{
    auto *window = new MatrixWindow(m_settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &MatrixWindow::sessionRequested, this, &Windows::openOne);
    connect(window, &MatrixWindow::comparisonRequested, this,
            [this](const QString &before, const QString &after) { openCompared(after, before); });
    static_cast<void>(window->open(path)); // it says itself why not
    window->show();
}

MainWindow *Windows::openWindow(const QStringList &files)
{
    auto *window = new MainWindow(m_settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &MainWindow::windowRequested, this, &Windows::openOne);
    connect(window, &MainWindow::matrixRequested, this, &Windows::openMatrix);
    window->show();
    // After the first paint, so that the window is there while the file is read.
    if (!files.isEmpty())
        QTimer::singleShot(0, window, [window, files] { window->openFiles(files); });
    return window;
}

} // namespace rooflight
