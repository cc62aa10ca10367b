// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace rooflight {

/// Enter presses the button of this window that has the focus, as Space does, but for checkable ones.
void pressWithEnter(QWidget *window);

} // namespace rooflight
