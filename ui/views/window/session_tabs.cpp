// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_tabs.h"

#include "ui/models/other_session.h"

#include <QEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace rooflight {

SessionTabs::SessionTabs(QWidget *parent)
    : QTabBar(parent)
{
    setDocumentMode(true);
    setExpanding(false);
    setDrawBase(false);
    setTabsClosable(true);
    setElideMode(Qt::ElideMiddle);
    setFocusPolicy(Qt::StrongFocus);
    hide();
    retranslate();
    connect(this, &QTabBar::tabCloseRequested, this, [this](int tab) {
        if (otherAt(tab) >= 0)
            Q_EMIT removeRequested(std::size_t(otherAt(tab)));
    });
    connect(this, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0 && otherAt(tab) >= 0)
            Q_EMIT showRequested(std::size_t(otherAt(tab)));
    });
}

void SessionTabs::setSessions(const QString &shown, const std::vector<OtherSession> &others)
{
    m_shown = shown;
    m_others.clear();
    for (const OtherSession &other : others)
        m_others.push_back({ other.name, other.path });
    if (!std::exchange(m_rebuilds, true))
        QMetaObject::invokeMethod(this, &SessionTabs::rebuild, Qt::QueuedConnection);
}

/// The names of all, those that have a tab already in the order of their tabs.
QStringList SessionTabs::order() const
{
    QStringList names { m_shown };
    for (const Other &other : m_others)
        names.append(other.name);
    QStringList ordered;
    for (int tab = 0; tab < count(); ++tab) {
        if (names.removeOne(tabText(tab)))
            ordered.append(tabText(tab));
    }
    return ordered + names;
}

void SessionTabs::rebuild()
{
    m_rebuilds = false;
    const QSignalBlocker blocker(this);
    const QStringList names = order();
    while (count() > 0)
        removeTab(count() - 1);
    for (const QString &name : names) {
        const int tab = addTab(name);
        const auto other = std::ranges::find(m_others, name, &Other::name);
        const bool isShown = other == m_others.end() || (name == m_shown && tab == names.indexOf(m_shown));
        setTabData(tab, isShown ? -1 : int(other - m_others.begin()));
        if (isShown) {
            setCurrentIndex(tab);
            setTabButton(tab, QTabBar::RightSide, nullptr); // it goes when another file is opened
        } else if (other->path.isEmpty()) {
            setTabEnabled(tab, false);
            setTabToolTip(tab, tr("It is not saved: save it to open it again later."));
        } else {
            setTabToolTip(tab, other->path);
        }
    }
    setVisible(!m_others.empty());
}

int SessionTabs::otherAt(int tab) const
{
    return tabData(tab).toInt();
}

void SessionTabs::retranslate()
{
    setAccessibleName(tr("Sessions"));
}

void SessionTabs::changeEvent(QEvent *event)
{
    QTabBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
