// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "windows.h"

#include "ui/matrix/matrix_window.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/session_comparer.h"

#include <QTimer>

namespace ridgepoint {

Windows::Windows(Settings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void Windows::open(const QStringList &files)
{
    QStringList sessions;
    for (const QString &file : files) {
        if (!MatrixWindow::isMatrix(file) && SessionController::isSessionFile(file))
            sessions.append(file);
    }
    if (!sessions.isEmpty() || files.isEmpty())
        openWindow(sessions);
    for (const QString &file : files) {
        if (MatrixWindow::isMatrix(file))
            openMatrix(file);
        else if (!sessions.contains(file))
            openWindow({ file });
    }
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
    connect(window, &MatrixWindow::comparisonRequested, this, &Windows::openComparison);
    static_cast<void>(window->open(path)); // it says itself why not
    window->show();
}

void Windows::openComparison(const QString &before, const QString &after)
{
    MainWindow *window = openWindow({ after });
    connect(
        window->controller(), &SessionController::sessionReplaced, window,
        [window, before] { window->comparer()->compareWith(before); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
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

} // namespace ridgepoint
