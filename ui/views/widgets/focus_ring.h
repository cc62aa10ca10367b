// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPointer>
#include <QWidget>

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

} // namespace rooflight
