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
    if (!std::exchange(m_updates, true))
        QMetaObject::invokeMethod(this, &SessionTabs::updateTabs, Qt::QueuedConnection);
}

void SessionTabs::updateTabs()
{
    m_updates = false;
    const QSignalBlocker blocker(this);
    QStringList names; // while sessions change places, some are missing for a moment
    for (const SessionTab &session : m_sessions)
        names.append(session.name);
    QStringList wanted = names;
    for (int tab = count() - 1; tab >= 0; --tab) {
        if (!wanted.removeOne(m_order[tab]))
            removeTab(tab);
    }
    // Those that are left have kept their order, and those that are new stand behind them.
    while (count() < names.size())
        addTab(QString());
    m_order = names;
    for (int tab = 0; tab < count(); ++tab)
        showIn(tab, m_sessions[std::size_t(tab)]);
    moveCrosses();
    setVisible(m_sessions.size() > 1);
}

void SessionTabs::showIn(int tab, const SessionTab &session)
{
    const bool isShown = !session.other;
    const bool isKept = !isShown && session.path.isEmpty();
    if (const QString text = QString(session.text).replace(u'&', QLatin1String("&&")); text != tabText(tab))
        setTabText(tab, text);
    if (const QVariant color(session.color); color != tabData(tab)) {
        setTabData(tab, color);
        setTabIcon(tab, swatchOf(session.color));
    }
    setTabToolTip(tab,
                  isShown      ? QString()
                      : isKept ? tr("It is not saved: save it to open it again later.")
                               : shownAsPlainText(session.path));
    if (isTabEnabled(tab) == isKept)
        setTabEnabled(tab, !isKept);
    if (isShown)
        setCurrentIndex(tab);
}

/// The one that is shown has none: it goes when another file is opened. Qt makes one with each tab.
void SessionTabs::moveCrosses()
{
    QList<QWidget *> spare { m_cross };
    for (int tab = 0; tab < count(); ++tab) {
        if (QWidget *cross = tabButton(tab, RightSide); cross && !m_sessions[std::size_t(tab)].other) {
            setTabButton(tab, RightSide, nullptr);
            spare.append(cross);
        }
    }
    spare.removeAll(nullptr);
    for (int tab = 0; tab < count(); ++tab) {
        if (m_sessions[std::size_t(tab)].other && !tabButton(tab, RightSide) && !spare.isEmpty())
            setTabButton(tab, RightSide, spare.takeFirst());
    }
    m_cross = spare.isEmpty() ? nullptr : spare.takeFirst();
    qDeleteAll(spare);
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
