// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QMainWindow>

namespace rooflight {

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
