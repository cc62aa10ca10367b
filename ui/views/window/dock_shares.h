// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QObject>
#include <QSize>
#include <QWidget>

class QDockWidget;
class QMainWindow;

namespace ridgepoint {

/// Lets docks keep their part of a main window when it is resized: Qt gives all that is won or lost to the middle.
class DockShares : public QObject
{
public:
    explicit DockShares(QMainWindow *window);

    /// Docks that share one place, as tabs, with a part of the window's height or width; no more than so many pixels
    /// until a person makes them larger.
    void add(const QList<QDockWidget *> &docks, Qt::Orientation direction, double share, int most = QWIDGETSIZE_MAX);
    /// Sizes the docks to the shares that they were added with.
    void reset();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Place {
        QList<QDockWidget *> docks;
        Qt::Orientation direction;
        double firstShare;
        double share;
        int firstMost;
        int most;
    };

    [[nodiscard]] int lengthOf(const Place &place) const;
    /// Of the tabs below it, which are part of its place.
    [[nodiscard]] int tabHeight(const QDockWidget &dock) const;
    void apply();
    void remember(const QObject *dock);

    QMainWindow *m_window;
    QList<Place> m_places;
    QSize m_size; ///< of the window, to which the docks were fitted last
};

} // namespace ridgepoint
