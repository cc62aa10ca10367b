// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QAbstractItemView;
class QWidget;

namespace rooflight {

/// Enter presses the button of this window that has the focus, as Space does, but for checkable ones.
void pressWithEnter(QWidget *window);

/// While no row is selected, Up and Down select the current row, or the first one, rather than go on from it.
void selectWithFirstKey(QAbstractItemView *view);

} // namespace rooflight
