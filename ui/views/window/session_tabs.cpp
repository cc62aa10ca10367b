// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_tabs.h"

#include "ui/style/plain_text.h"

#include <QEvent>
#include <QIcon>
#include <QPixmap>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr int swatch = 11;

QIcon swatchOf(const QColor &color)
{
    QPixmap pixmap(swatch, swatch);
    pixmap.fill(color);
    return color.isValid() ? QIcon(pixmap) : QIcon();
}

} // namespace

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
        if (const auto other = otherAt(tab))
            Q_EMIT removeRequested(*other);
    });
    connect(this, &QTabBar::currentChanged, this, [this](int tab) {
        if (const auto other = otherAt(tab))
            Q_EMIT showRequested(*other);
    });
}

/// Those that have a tab already stay in the order of their tabs.
void SessionTabs::setSessions(std::vector<SessionTab> sessions)
{
    const auto placeOf = [this](const SessionTab &session) {
        const qsizetype place = m_order.indexOf(session.name);
        return place < 0 ? m_order.size() : place;
    };
    std::ranges::stable_sort(sessions, {}, placeOf);
    m_sessions = std::move(sessions);
    if (!std::exchange(m_rebuilds, true))
        QMetaObject::invokeMethod(this, &SessionTabs::rebuild, Qt::QueuedConnection);
}

void SessionTabs::rebuild()
{
    m_rebuilds = false;
    m_order.clear(); // while sessions change places, some are missing for a moment
    for (const SessionTab &session : m_sessions)
        m_order.append(session.name);
    const QSignalBlocker blocker(this);
    while (count() > 0)
        removeTab(count() - 1);
    for (const SessionTab &session : m_sessions) {
        const int tab = addTab(swatchOf(session.color), QString(session.text).replace(u'&', QLatin1String("&&")));
        if (!session.other) {
            setCurrentIndex(tab);
            QWidget *cross = tabButton(tab, QTabBar::RightSide);
            setTabButton(tab, QTabBar::RightSide, nullptr); // it goes when another file is opened
            delete cross;
        } else if (session.path.isEmpty()) {
            setTabEnabled(tab, false);
            setTabToolTip(tab, tr("It is not saved: save it to open it again later."));
        } else {
            setTabToolTip(tab, shownAsPlainText(session.path));
        }
    }
    setVisible(m_sessions.size() > 1);
}

std::optional<std::size_t> SessionTabs::otherAt(int tab) const
{
    return tab >= 0 && std::size_t(tab) < m_sessions.size() ? m_sessions[std::size_t(tab)].other : std::nullopt;
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
