// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/themes.h"

#include "ui/style/window_style.h"

#include <QApplication>

namespace rooflight {

namespace {

struct Shades {
    QColor window;
    QColor base;
    QColor alternateBase;
    QColor button;
    QColor text;
    QColor placeholder;
    QColor disabled;
    QColor highlight;
    QColor highlightedText;
    QColor link;
    QColor visitedLink;
    QColor light;
    QColor midlight;
    QColor mid;
    QColor dark;
    QColor shadow;
};

QPalette paletteFrom(const Shades &shades)
{
    QPalette palette;
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::WindowText, shades.text);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternateBase);
    palette.setColor(QPalette::ToolTipBase, shades.alternateBase);
    palette.setColor(QPalette::ToolTipText, shades.text);
    palette.setColor(QPalette::PlaceholderText, shades.placeholder);
    palette.setColor(QPalette::Text, shades.text);
    palette.setColor(QPalette::Button, shades.button);
    palette.setColor(QPalette::ButtonText, shades.text);
    palette.setColor(QPalette::BrightText, shades.highlightedText);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, shades.highlightedText);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.visitedLink);
    palette.setColor(QPalette::Light, shades.light);
    palette.setColor(QPalette::Midlight, shades.midlight);
    palette.setColor(QPalette::Mid, shades.mid);
    palette.setColor(QPalette::Dark, shades.dark);
    palette.setColor(QPalette::Shadow, shades.shadow);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, shades.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, shades.mid);
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return paletteFrom({ .window = QColor(0xf4f5f7),
                         .base = QColor(0xffffff),
                         .alternateBase = QColor(0xf7f8fa),
                         .button = QColor(0xeceef1),
                         .text = QColor(0x1b1f24),
                         .placeholder = QColor(0x5f6772),
                         .disabled = QColor(0x969da6),
                         .highlight = QColor(0x1f5fbf),
                         .highlightedText = QColor(0xffffff),
                         .link = QColor(0x1f5fbf),
                         .visitedLink = QColor(0x7a3e9d),
                         .light = QColor(0xffffff),
                         .midlight = QColor(0xe3e6ea),
                         .mid = QColor(0xc3c8cf),
                         .dark = QColor(0x9aa1ab),
                         .shadow = QColor(0x5b626c) });
}

QPalette darkPalette()
{
    return paletteFrom({ .window = QColor(0x202328),
                         .base = QColor(0x17191d),
                         .alternateBase = QColor(0x1d2025),
                         .button = QColor(0x2b2f36),
                         .text = QColor(0xe6e8eb),
                         .placeholder = QColor(0x9aa3ae),
                         .disabled = QColor(0x6b727c),
                         .highlight = QColor(0x2f6fce),
                         .highlightedText = QColor(0xffffff),
                         .link = QColor(0x7fb2ff),
                         .visitedLink = QColor(0xc9a2ea),
                         .light = QColor(0x434953),
                         .midlight = QColor(0x383d45),
                         .mid = QColor(0x30343b),
                         .dark = QColor(0x131518),
                         .shadow = QColor(0x0a0b0d) });
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F;
}

QPalette paletteOf(Theme theme)
{
    // The first call sees the desktop's palette; later QGuiApplication::palette() is our own.
    static const bool desktopIsDark = isDark(QGuiApplication::palette());
    const bool dark = theme == Theme::Dark || (theme == Theme::System && desktopIsDark);
    return dark ? darkPalette() : lightPalette();
}

void applyTheme(Theme theme)
{
    const QPalette palette = paletteOf(theme);
    if (!qobject_cast<WindowStyle *>(QApplication::style()))
        QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(palette);
}

} // namespace rooflight
