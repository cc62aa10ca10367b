// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace rooflight {

class SessionController;
class Workbench;

/// Takes what a person writes about layers into the session, and asks before that or what was measured is lost.
class SessionKeeper : public QObject
{
    Q_OBJECT

public:
    SessionKeeper(SessionController *controller, Workbench *workbench, QWidget *window);

    /// False: the person wants to stay, because something is not saved. Asks, and saves if that is wanted.
    [[nodiscard]] bool mayLeave();
    /// Asks before this many measurements that were not saved are deleted. False: they stay.
    [[nodiscard]] bool mayDelete(qsizetype measurements);
    /// The session was written to a file.
    void setSaved();

Q_SIGNALS:
    /// The session is to be saved; whoever does so calls setSaved().
    void saveRequested();

private:
    void take(const QString &layer, const QString &text);
    void followSession();
    void showState();
    [[nodiscard]] bool isSaved() const;
    [[nodiscard]] QString question() const;

    SessionController *m_controller;
    Workbench *m_workbench;
    QWidget *m_window;
    QString m_path;
    bool m_hasSavedNotes = true;
};

} // namespace rooflight
