// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/window_geometry.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QIODevice>
#include <QMainWindow>
#include <QScreen>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

QDockWidget *shownOf(const QList<QDockWidget *> &docks)
{
    for (QDockWidget *dock : docks) {
        if (dock->isVisible() && !dock->isFloating())
            return dock;
    }
    return nullptr;
}

} // namespace

DockShares::DockShares(QMainWindow *window)
    : QObject(window)
    , m_window(window)
{
    window->installEventFilter(this);
}

void DockShares::add(const QList<QDockWidget *> &docks, Qt::Orientation direction, double share, Room room)
{
    m_places.append({ docks, direction, share, share, std::move(room), {}, 0, false, false });
    for (QDockWidget *dock : docks)
        dock->installEventFilter(this);
}

DockRoom DockShares::roomOf(const Place &place)
{
    DockRoom room = place.room ? place.room() : DockRoom();
    if (place.isLarger)
        room.most = QWIDGETSIZE_MAX;
    if (place.isSmaller)
        room.least = 0;
    return room;
}

void DockShares::fit()
{
    if (m_isHeld)
        return; // a person moves an edge: what becomes of it is known at the end
    // Tabs that have come since take room, too.
    if (std::ranges::any_of(m_places, [this](const Place &place) {
            const DockRoom room = roomOf(place);
            return room != place.fitted || lengthNow(place) > room.most;
        }))
        apply();
}

int DockShares::lengthOf(const Place &place) const
{
    return place.direction == Qt::Vertical ? m_window->height() : m_window->width();
}

void DockShares::reset()
{
    for (Place &place : m_places) {
        place.share = place.firstShare;
        place.isLarger = false;
        place.isSmaller = false;
    }
    apply();
}

void DockShares::apply()
{
    if (!m_window->isVisible())
        return;
    for (Place &place : m_places) {
        place.fitted = roomOf(place);
        const int wanted = std::min(place.fitted.most, qRound(place.share * lengthOf(place)));
        if (QDockWidget *dock = shownOf(place.docks))
            m_window->resizeDocks({ dock }, { std::max(place.fitted.least, wanted) }, place.direction);
    }
}

int DockShares::tabHeight(const QDockWidget &dock) const
{
    for (const QTabBar *bar : m_window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == dock.windowTitle())
                return bar->height();
        }
    }
    return 0;
}

int DockShares::lengthNow(const Place &place) const
{
    const QDockWidget *dock = shownOf(place.docks);
    if (!dock)
        return 0;
    return place.direction == Qt::Vertical ? dock->height() + tabHeight(*dock) : dock->width();
}

void DockShares::remember()
{
    m_isHeld = false;
    for (Place &place : m_places) {
        const int length = lengthNow(place);
        if (length == 0 || length == place.before || lengthOf(place) <= 0)
            continue;
        place.share = double(length) / lengthOf(place);
        const DockRoom room = roomOf(place);
        place.isLarger = place.isLarger || length > room.most;
        place.isSmaller = place.isSmaller || length < room.least;
    }
}

void DockShares::applySoon()
{
    if (!std::exchange(m_applies, true))
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_applies = false;
                apply();
            },
            Qt::QueuedConnection);
}

QByteArray DockShares::state() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    for (const Place &place : m_places)
        stream << place.share << place.isLarger;
    return bytes;
}

void DockShares::restore(const QByteArray &state)
{
    QDataStream stream(state);
    for (Place &place : m_places) {
        double share = 0;
        bool isLarger = false;
        stream >> share >> isLarger;
        if (stream.status() != QDataStream::Ok || !(share > 0 && share < 1))
            break;
        place.share = share;
        place.isLarger = isLarger;
    }
    apply();
}

bool DockShares::eventFilter(QObject *watched, QEvent *event)
{
    const bool isWindow = watched == m_window;
    switch (event->type()) {
    case QEvent::Resize: // the layout of the window has been fitted to its new size by now, and the docks with it
        if (isWindow)
            apply();
        break;
    case QEvent::MouseButtonPress: // on what lies between docks: a person may move it
        m_isHeld = isWindow;
        for (Place &place : m_places)
            place.before = lengthNow(place);
        break;
    case QEvent::MouseButtonRelease:
        if (isWindow)
            QMetaObject::invokeMethod(this, &DockShares::remember, Qt::QueuedConnection);
        break;
    case QEvent::Show:
    case QEvent::Hide:
        if (!isWindow)
            applySoon();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

namespace {

constexpr QPoint step(32, 32); ///< to the window below

/// Of a length that begins at a place, within a room.
int placeWithin(int place, int length, int roomPlace, int roomLength)
{
    return std::clamp(place, roomPlace, std::max(roomPlace, roomPlace + roomLength - length));
}

} // namespace

void fitIntoScreen(QMainWindow &window, const QSize &firstSize)
{
    if (!window.screen() || window.isMaximized() || window.isFullScreen())
        return;
    const QRect room = window.screen()->availableGeometry();
    const QSize frame = window.frameGeometry().size() - window.size();
    if (window.size() == firstSize) // else somebody has said how large it is
        window.resize(window.size().boundedTo(room.size() - frame));
    QPoint place = window.pos();
    for (const QWidget *other : QApplication::topLevelWidgets()) {
        const bool isAnother =
            other != &window && other->isVisible() && other->inherits(window.metaObject()->className());
        if (isAnother && other->pos() == place)
            place += step;
    }
    const QSize whole = window.size() + frame;
    place = { placeWithin(place.x(), whole.width(), room.x(), room.width()),
              placeWithin(place.y(), whole.height(), room.y(), room.height()) };
    if (place != window.pos())
        window.move(place);
}

FirstPlace::FirstPlace(QMainWindow *window)
    : QObject(window)
    , m_window(window)
    , m_firstSize(window->size())
{
    window->installEventFilter(this);
}

/// A frame that comes later moves what is inside of it.
bool FirstPlace::eventFilter(QObject *watched, QEvent *event)
{
    const bool mayHaveFrame = event->type() == QEvent::Show || event->type() == QEvent::Move;
    if (mayHaveFrame && m_window->isVisible() && !std::exchange(m_waits, true))
        QMetaObject::invokeMethod(this, &FirstPlace::fit, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void FirstPlace::fit()
{
    m_waits = false;
    const bool hasFrame = m_window->frameGeometry().size() != m_window->size();
    if (!m_window->isVisible() || (m_isPlaced && !hasFrame))
        return; // wherever it is by now, somebody wanted it there
    m_isPlaced = true;
    fitIntoScreen(*m_window, m_firstSize);
    if (hasFrame)
        deleteLater();
}

} // namespace rooflight
