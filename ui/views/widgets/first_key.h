// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QAbstractItemView;

namespace rooflight {

/// While no row is selected, Up and Down select the current row, or the first one, rather than go on from it.
void selectWithFirstKey(QAbstractItemView *view);

} // namespace rooflight
