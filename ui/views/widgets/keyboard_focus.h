// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QAbstractItemView;
class QMainWindow;

namespace rooflight {

/// Draws a ring around whatever the keys go to: charts, tables and texts do not show it themselves, and a button that
/// has it looks like the one that Enter presses. Menus and tabs mark their entries.
class FocusRing : public QObject
{
public:
    /// For all windows of the program, from now on.
    static void install();
    /// The ring that is drawn in this window; nothing if none is.
    [[nodiscard]] static QWidget *ringIn(const QWidget &window);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Ring;

    explicit FocusRing(QObject *parent);

    void follow(QWidget *focused);
    void watch(bool watches);
    void place();

    QPointer<QWidget> m_focused;
    QPointer<Ring> m_ring;
};

/// What Tab reaches in a window, as it is read: part by part, from top to bottom and from left to right. Parts are tool
/// bars, docks and what lies between them. Qt's own order is that in which widgets were made, and a chart makes its
/// legend anew with each model.
[[nodiscard]] QList<QWidget *> inReadingOrder(const QMainWindow &window);

/// Enter presses the button of this window that has the focus, as Space does, but for checkable ones.
void pressWithEnter(QWidget *window);

/// While no row is selected, Up and Down select the current row, or the first one, rather than go on from it.
void selectWithFirstKey(QAbstractItemView *view);

} // namespace rooflight
