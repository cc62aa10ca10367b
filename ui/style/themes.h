// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPalette>

namespace rooflight {

enum class Theme { System, Light, Dark };

/// The two palettes of the program. Text on its ground has a contrast of at least 4.5:1 in both.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// True when the palette's window colour is dark.
[[nodiscard]] bool isDark(const QPalette &palette);

/// Palette of a theme; for Theme::System light or dark as the desktop's own palette was at the program's start.
[[nodiscard]] QPalette paletteOf(Theme theme);

/// Sets Fusion and the theme's palette on the running QApplication. Call again to change the theme: widgets hear of
/// it by QEvent::PaletteChange.
void applyTheme(Theme theme);

} // namespace rooflight
