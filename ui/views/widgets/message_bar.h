// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QList>

#include <functional>

class QVBoxLayout;

namespace ridgepoint {

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

/// Messages above the content that hold up nobody. Each can be dismissed; the newest stands on top.
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

    [[nodiscard]] int count() const { return int(m_entries.size()); }
    /// The text of the newest message; empty without any.
    [[nodiscard]] QString newestText() const;

private:
    class Entry;

    void remove(Entry *entry);

    QVBoxLayout *m_layout;
    int m_subject = 0;
    QList<Entry *> m_entries; ///< newest first
};

} // namespace ridgepoint
