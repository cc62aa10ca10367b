// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>
#include <QMainWindow>
#include <QObject>
#include <QWidget>

#include <functional>

class QDockWidget;

namespace rooflight {

/// Pixels that docks may have, until a person makes them smaller or larger.
struct DockRoom {
    int least = 0;
    int most = QWIDGETSIZE_MAX;

    bool operator==(const DockRoom &other) const = default;
};

/// Lets docks keep their part of a main window when it is resized: Qt gives all that is won or lost to the middle.
class DockShares : public QObject
{
public:
    explicit DockShares(QMainWindow *window);

    using Room = std::function<DockRoom()>;

    /// Docks that share one place, as tabs, with a part of the window's height or width that the room bounds.
    void add(const QList<QDockWidget *> &docks, Qt::Orientation direction, double share, Room room = {});
    /// What the room follows from has changed.
    void fit();
    /// Sizes the docks to the shares that they were added with.
    void reset();

    [[nodiscard]] QByteArray state() const;
    /// The shares of that state, as far as it holds them.
    void restore(const QByteArray &state);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Place {
        QList<QDockWidget *> docks;
        Qt::Orientation direction;
        double firstShare;
        double share;
        Room room;
        DockRoom fitted; ///< what that was when the docks were sized last
        int before; ///< pixels that the docks had before a person moved their edge
        bool isLarger; ///< a person has made them so
        bool isSmaller; ///< likewise
    };

    [[nodiscard]] static DockRoom roomOf(const Place &place);

    [[nodiscard]] int lengthOf(const Place &place) const;
    /// Height of a dock's tabs, which are part of its place.
    [[nodiscard]] int tabHeight(const QDockWidget &dock) const;
    [[nodiscard]] int lengthNow(const Place &place) const; ///< 0 while none is shown
    void apply();
    void applySoon();
    /// What a person has made of the lengths.
    void remember();

    QMainWindow *m_window;
    QList<Place> m_places;
    bool m_applies = false; ///< soon
    bool m_isHeld = false; ///< an edge between docks, by the mouse
};

/// Moves a window that was just shown so that all of it, with its frame, is on its screen, and not right on top of
/// another one of its kind. A window that still has the size it came with becomes smaller if it has to.
void fitIntoScreen(QMainWindow &window, const QSize &firstSize);

/// Does so when a window is shown first, and once more when it gets its frame: window managers add it later.
class FirstPlace : public QObject
{
public:
    /// \p window has the size that it comes with.
    explicit FirstPlace(QMainWindow *window);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QMainWindow *m_window;
    QSize m_firstSize;
    bool m_isPlaced = false;
    bool m_waits = false;
};

} // namespace rooflight
