// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPalette>
#include <QProxyStyle>

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

/// Fusion with frames of fields, menus, check boxes and radio buttons, and with marks of sliders, that can be seen on a
/// dark window (its own are darker than the window is), with room between the headings of tables and between rows,
/// selected tabs that stand out, and with the focus shown in fields of several lines.
class WindowStyle : public QProxyStyle
{
    Q_OBJECT

public:
    WindowStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *data = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
};

} // namespace rooflight
