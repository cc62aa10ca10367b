// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/first_place.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace rooflight {

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
