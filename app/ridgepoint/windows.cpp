// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "windows.h"

#include "ui/views/window/main_window.h"

#include <QTimer>

namespace ridgepoint {

Windows::Windows(Settings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void Windows::open(const QStringList &files)
{
    if (files.isEmpty())
        openOne(QString());
    for (const QString &file : files)
        openOne(file);
}

void Windows::openOne(const QString &file)
{
    auto *window = new MainWindow(m_settings);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &MainWindow::windowRequested, this, &Windows::openOne);
    window->show();
    // After the first paint, so that the window is there while the file is read.
    if (!file.isEmpty())
        QTimer::singleShot(0, window, [window, file] { window->open(file); });
}

} // namespace ridgepoint
