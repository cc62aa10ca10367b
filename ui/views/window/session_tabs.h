// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTabBar>

#include <cstddef>
#include <vector>

namespace rooflight {

struct OtherSession;

/// A tab for each session on the chart; hidden while there is one. Sessions keep their places when they take turns at
/// being the one that is shown.
class SessionTabs : public QTabBar
{
    Q_OBJECT

public:
    explicit SessionTabs(QWidget *parent = nullptr);

    void setSessions(const QString &shown, const std::vector<OtherSession> &others);

Q_SIGNALS:
    /// Of the others.
    void showRequested(std::size_t other);
    void removeRequested(std::size_t other);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Other {
        QString name;
        QString path;
    };

    void rebuild();
    [[nodiscard]] QStringList order() const;
    [[nodiscard]] int otherAt(int tab) const;
    void retranslate();

    QString m_shown;
    std::vector<Other> m_others;
    bool m_rebuilds = false; ///< soon, once for all that changes together
};

} // namespace rooflight
