// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/error.h"

#include <QObject>

class QWidget;

namespace ridgepoint {

class MessageBar;
class SessionController;
class Settings;

/// Turns errors into messages with a way out: trust a file, open a damaged one, tell the inputs, start the worker
/// again.
class ProblemPrompter : public QObject
{
    Q_OBJECT

public:
    ProblemPrompter(SessionController *controller, Settings *settings, MessageBar *bar, QWidget *window);

    /// The error that ended a request, or kept a file from being read or written.
    void show(const Error &error, const QString &path);
    void showLost(const Error &error);
    /// Takes away what a new request makes obsolete.
    void forget();

Q_SIGNALS:
    void optionsRequested();
    void restartRequested();

private:
    void askForTrust(const Error &error, const QString &path);

    SessionController *m_controller;
    Settings *m_settings;
    MessageBar *m_bar;
    QWidget *m_window;
};

} // namespace ridgepoint
