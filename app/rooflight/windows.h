// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/settings/settings.h"

#include <QObject>
#include <QStringList>

namespace rooflight {

class MainWindow;

/// Opens windows; each destroys itself when it is closed.
class Windows : public QObject
{
    Q_OBJECT

public:
    explicit Windows(Settings *settings, QObject *parent = nullptr);

    /// One window for each model and one for all saved sessions, or an empty one. The first of all offers what windows
    /// that were killed had not saved.
    void open(const QStringList &files);

    /// A window with a file and what changed in it from an earlier session.
    void openCompared(const QString &file, const QString &earlier);

private:
    void openOne(const QString &file);
    MainWindow *openWindow(const QStringList &files);
    void openMatrix(const QString &path);

    Settings *m_settings;
};

} // namespace rooflight
