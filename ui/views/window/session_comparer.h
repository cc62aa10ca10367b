// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/base/result.h"
#include "core/report/comparison_report.h"
#include "core/results/session.h"

#include <QFutureWatcher>
#include <QString>

#include <optional>

class QWidget;

namespace rooflight {

class MessageBar;
class SessionController;
class Settings;
class Workbench;

/// Compares the session that is shown with a saved one, until another file is shown.
class SessionComparer : public QObject
{
    Q_OBJECT

public:
    SessionComparer(SessionController *controller, Workbench *workbench, Settings *settings, MessageBar *messages,
                    QWidget *window);

    /// Asks for the other session, or for a model.
    void choose();
    /// Compares with a session; of a model, says that it was chosen: it has to be measured first.
    void take(const QString &path);
    /// Reads the other session in the background and shows what changed from it, or that the file is not a session.
    void compareWith(const QString &path);
    /// With a session that is there already; \p name is that of its file, or what it is called.
    /// Not \p inFront, the panel that says so stays where it is.
    void compareWithSession(const Session &session, const QString &name, bool inFront = true);
    void end();
    /// Asks where, and saves the comparison.
    void save();
    /// The format follows the file's ending: csv, html or json.
    [[nodiscard]] Result<void> saveTo(const QString &path) const;
    /// What a report says of it; nothing while nothing is compared. It refers to what the window shows.
    [[nodiscard]] std::optional<PageComparison> pageComparison() const;

Q_SIGNALS:
    /// A comparison is shown, or none any more.
    void comparingChanged(bool comparing);
    void modelChosen(const QString &path);
    void saved(const QString &path);
    /// save() failed.
    void failed(const rooflight::Error &error, const QString &path);

private:
    void followSession();
    void take(const Result<Session> &session);
    void showError(const Error &error);

    SessionController *m_controller;
    Workbench *m_workbench;
    Settings *m_settings;
    MessageBar *m_messages;
    QWidget *m_window;
    QString m_path; ///< of the other session
    QString m_wantedPath; ///< of the one that is being read
    QString m_shownPath; ///< of the session that is compared with it
    QString m_shownModel; ///< its model
    QFutureWatcher<Result<Session>> m_reading;
};

} // namespace rooflight
