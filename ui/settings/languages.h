// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLocale>
#include <QStringList>

#include <span>

namespace rooflight {

/// A language that the window can speak.
struct WindowLanguage {
    const char *code; ///< as in the name of its file in resources/translations: "zh_CN"
    const char *name; ///< its own: whoever looks for it may not read the present one
    QLocale::Language spoken; ///< a desktop in any locale of it gets this one
};

/// English, in which the texts in the sources are, and a row for each translation.
[[nodiscard]] std::span<const WindowLanguage> windowLanguages();
[[nodiscard]] QStringList languageCodes();

/// The code of the one for a desktop in this locale; "en" if it is not translated.
[[nodiscard]] QString languageOfLocale(const QLocale &locale);

} // namespace rooflight
