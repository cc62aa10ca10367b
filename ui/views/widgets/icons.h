// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace rooflight {

/// One of our line drawings in the palette's text colour, so that it can be seen in light and dark. Ask again after a
/// change of palette.
[[nodiscard]] QIcon themedIcon(const QString &name, const QPalette &palette);

} // namespace rooflight
