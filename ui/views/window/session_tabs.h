// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QTabBar>

#include <cstddef>
#include <optional>
#include <vector>

namespace rooflight {

/// What the tab of a session says.
struct SessionTab {
    QString name; ///< which no other session has
    QString text;
    QString path; ///< of its file; empty if no file holds it
    QColor color; ///< of its points; invalid if they are not on the chart
    std::optional<std::size_t> other; ///< its place among the others; none: it is the one that is shown
};

/// A tab for each session on the chart, right above it; hidden while there is one. Sessions keep their places when they
/// take turns at being the one that is shown.
class SessionTabs : public QTabBar
{
    Q_OBJECT

public:
    explicit SessionTabs(QWidget *parent = nullptr);

    void setSessions(std::vector<SessionTab> sessions);

Q_SIGNALS:
    /// Emitted to show one of the other sessions.
    void showRequested(std::size_t other);
    void removeRequested(std::size_t other);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateTabs();
    void showIn(int tab, const SessionTab &session);
    void moveCrosses();
    [[nodiscard]] std::optional<std::size_t> otherAt(int tab) const;
    void retranslate();

    std::vector<SessionTab> m_sessions; ///< in the order of their tabs
    QStringList m_order; ///< names of those that have a tab
    QWidget *m_cross = nullptr; ///< hidden; of the session that is shown
    bool m_updates = false; ///< soon, once for all that changes together
};

} // namespace rooflight
