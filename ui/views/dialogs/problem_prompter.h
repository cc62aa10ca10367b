// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/results/session.h"

#include <QDialog>
#include <QObject>

class QWidget;

namespace rooflight {

class MessageBar;
struct Message;
class SessionController;
class Settings;

/// Turns errors into messages with a way out: trust a file, open a damaged one, set the inputs, start the worker
/// again.
class ProblemPrompter : public QObject
{
    Q_OBJECT

public:
    ProblemPrompter(SessionController *controller, Settings *settings, MessageBar *bar, QWidget *window);

    /// The error that ended a request, or kept a file from being read or written.
    void show(const Error &error, const QString &path);
    /// The worker that was chosen did not start.
    void showUnreachable(const Error &error);
    void showLost(const Error &error);
    /// What the worker said of the options, until forget(); empty when they were no problem.
    [[nodiscard]] QString optionsProblem() const { return m_optionsProblem; }
    /// Takes away what a new request makes obsolete.
    void forget();

Q_SIGNALS:
    void optionsRequested();
    void restartRequested();
    void workerChoiceRequested();

private:
    void showUnsafe(Message message, const Error &error, const QString &path);
    /// What can be done about it, as an action of the message.
    void addWayOut(Message &message, const Error &error, const QString &path);
    [[nodiscard]] bool lacksConfinement() const;
    [[nodiscard]] bool lacksLibrary() const;
    /// With the stage, and which of its parts, at which the request ended.
    [[nodiscard]] QString withPlace(const QString &details) const;
    void blameLibrary(Message &message, const QString &text);
    void offerOptions(Message &message, const QString &action);
    void askForTrust(const Error &error, const QString &path);

    SessionController *m_controller;
    Settings *m_settings;
    MessageBar *m_bar;
    QWidget *m_window;
    QString m_optionsProblem;
};

/// Shows the code of a file that calls what is not known to be safe, and asks whether it may run all the same.
/// Rejecting is the default.
class TrustDialog : public QDialog
{
    Q_OBJECT

public:
    TrustDialog(const QString &path, const Part<Inspection> &inspection, const QString &details,
                QWidget *parent = nullptr);
};

} // namespace rooflight
