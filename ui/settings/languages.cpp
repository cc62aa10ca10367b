// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/languages.h"

#include <array>

namespace rooflight {

namespace {

constexpr std::array languages = {
    WindowLanguage { "en", "English", QLocale::English },
    WindowLanguage { "zh_CN", "简体中文", QLocale::Chinese },
};

} // namespace

std::span<const WindowLanguage> windowLanguages()
{
    return languages;
}

QStringList languageCodes()
{
    QStringList codes;
    for (const WindowLanguage &language : languages)
        codes.append(QString::fromUtf8(language.code));
    return codes;
}

QString languageOfLocale(const QLocale &locale)
{
    for (const WindowLanguage &language : languages) {
        if (language.spoken == locale.language())
            return QString::fromUtf8(language.code);
    }
    return QStringLiteral("en");
}

} // namespace rooflight
