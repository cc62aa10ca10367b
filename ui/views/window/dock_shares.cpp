// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/dock_shares.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>

namespace ridgepoint {

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

void DockShares::add(const QList<QDockWidget *> &docks, Qt::Orientation direction, double share, int most)
{
    m_places.append({ docks, direction, share, share, most, most });
    for (QDockWidget *dock : docks)
        dock->installEventFilter(this);
}

int DockShares::lengthOf(const Place &place) const
{
    return place.direction == Qt::Vertical ? m_window->height() : m_window->width();
}

void DockShares::reset()
{
    for (Place &place : m_places) {
        place.share = place.firstShare;
        place.most = place.firstMost;
    }
    apply();
}

void DockShares::apply()
{
    m_size = QSize(); // what follows is not a person's choice
    for (const Place &place : std::as_const(m_places)) {
        if (QDockWidget *dock = shownOf(place.docks))
            m_window->resizeDocks({ dock }, { std::min(place.most, qRound(place.share * lengthOf(place))) },
                                  place.direction);
    }
    m_size = m_window->size();
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

void DockShares::remember(const QObject *watched)
{
    for (Place &place : m_places) {
        const QDockWidget *dock = shownOf(place.docks);
        if (dock != watched || !dock || lengthOf(place) <= 0)
            continue;
        const int length = place.direction == Qt::Vertical ? dock->height() + tabHeight(*dock) : dock->width();
        place.share = double(length) / lengthOf(place);
        if (length > place.most)
            place.most = QWIDGETSIZE_MAX;
    }
}

bool DockShares::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        // The layout of the window has been fitted to its new size by now, and the docks with it.
        if (watched == m_window && m_window->isVisible())
            apply();
        else if (watched != m_window && m_window->size() == m_size)
            remember(watched);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ridgepoint
