// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/base/result.h"
#include "ui/models/other_session.h"

#include <QFutureWatcher>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace rooflight {

/// The sessions beside the one that is shown. Files are read one after the other in the background.
class SessionShelf : public QObject
{
    Q_OBJECT

public:
    explicit SessionShelf(QObject *parent = nullptr);

    /// Reads these and adds them; a file that is there already is read again.
    void add(const QStringList &paths);
    /// Under a name of its own.
    void put(OtherSession session);
    void remove(std::size_t index);
    void forgetBaseline();
    void setOnChart(std::size_t index, bool onChart);
    void clear();

    [[nodiscard]] const std::vector<OtherSession> &sessions() const { return m_sessions; }
    /// The session of a file; without a value if it is not among these.
    [[nodiscard]] std::optional<std::size_t> find(const QString &path) const;

Q_SIGNALS:
    void changed();
    void added(const QString &path);
    void failed(const rooflight::Error &error, const QString &path);

private:
    void readNext();
    void take(const Result<OtherSession> &session);
    [[nodiscard]] QString freeName(const QString &wanted) const;

    std::vector<OtherSession> m_sessions;
    QStringList m_waiting; ///< the first one is being read
    QFutureWatcher<Result<OtherSession>> m_reading;
};

class MessageBar;
class SessionComparer;
class SessionController;
class Settings;
class Workbench;

/// Several sessions on one chart: adds and removes them, and lets them take turns at being the one that is shown. They
/// stay until another file is opened.
class ChartSessions : public QObject
{
    Q_OBJECT

public:
    ChartSessions(SessionController *controller, Workbench *workbench, SessionComparer *comparer, Settings *settings,
                  MessageBar *messages, QWidget *window);

    /// Asks for files.
    void choose();
    /// Sessions join the chart; a model is measured beside the session that is shown.
    void add(const QStringList &paths);
    /// The others of a file that is about to be opened.
    void startOver(const QString &shown, const QStringList &others);
    /// Keeps a copy of what is shown.
    void keep();
    /// The same, under this name.
    void keepAs(const QString &name);
    /// What is shown was written to this file.
    void setFile(const QString &path) { m_file = path; }
    /// The session that was asked for is not to be shown.
    void stay();
    /// What is measured or opened from now on is compared with the session that is shown now, or no longer with
    /// anything. Results that are added to it while it is shown count; a new measurement of its model is another
    /// session.
    void setPinned(bool pinned);

    [[nodiscard]] const SessionShelf &shelf() const { return m_shelf; }

Q_SIGNALS:
    /// This session is to be shown, or this model measured.
    void openRequested(const QString &path);
    void pinnedChanged(bool pinned);

private:
    void connectPanel();
    void takeLateResults();
    void followSession();
    void compareWithBaseline();
    void leaveFor(const QString &path);
    void show(std::size_t other);
    void remove(std::size_t other);
    void compare(std::size_t other);
    void showError(const Error &error, const QString &path);
    [[nodiscard]] OtherSession shownOne() const;

    SessionController *m_controller;
    Workbench *m_workbench;
    SessionComparer *m_comparer;
    Settings *m_settings;
    MessageBar *m_messages;
    QWidget *m_window;
    SessionShelf m_shelf;
    QString m_file; ///< holds what is shown, as far as it was saved or kept; empty: none
    QString m_shownPath;
    QString m_shownModel;
    std::optional<OtherSession> m_baseline;
    bool m_baselineIsShown = false;
    std::optional<OtherSession> m_leaving; ///< was shown until the person asked for another of these
    QString m_leavingFor; ///< its path
};

} // namespace rooflight
