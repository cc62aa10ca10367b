// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QList>

#include <functional>

class QVBoxLayout;

namespace rooflight {

/// A message, and what a person may do about it.
struct Message {
    enum class Severity { Information, Warning, Error };

    Severity severity = Severity::Information;
    QString text;
    QString details; ///< shown on demand; empty: none
    QString key; ///< a new message of the same key replaces the old one; empty: never
    QString action; ///< label of a button; empty: none
    std::function<void()> run; ///< what the button does; the message goes away
    bool showsDetails = false; ///< at once, because nothing can be done without them
};

/// One message at a time, in a row of its own below the page, of which it covers nothing and moves nothing that stands
/// above. The others wait until it is dismissed: the most severe one is the next, of several the newest.
class MessageBar : public QWidget
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void show(const Message &message);
    void dismiss(const QString &key);
    /// What is shown from now on is about something else, such as another file.
    void beginSubject();
    /// What was shown before the last beginSubject() no longer matters.
    void endEarlierSubjects();
    void clear();

    /// The one that is shown, and those that wait.
    [[nodiscard]] int count() const { return int(m_entries.size()); }
    [[nodiscard]] bool holds(const QString &key) const;
    /// Text of the message that is shown; empty if there is none.
    [[nodiscard]] QString shownText() const;

private:
    class Entry;

    void remove(Entry *entry);
    void showFirst();

    QVBoxLayout *m_layout;
    int m_subject = 0;
    QList<Entry *> m_entries; ///< the one that is shown first
};

} // namespace rooflight
