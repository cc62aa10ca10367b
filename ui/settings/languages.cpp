// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/languages.h"

#include <QRegularExpression>

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

namespace {

/// The one that is there; a program shows one language at a time.
const RememberingTranslator *&current()
{
    static const RememberingTranslator *translator = nullptr;
    return translator;
}

} // namespace

RememberingTranslator::~RememberingTranslator()
{
    if (current() == this)
        current() = nullptr;
}

QString RememberingTranslator::translate(const char *context, const char *sourceText, const char *disambiguation,
                                         int n) const
{
    QString translation = QTranslator::translate(context, sourceText, disambiguation, n);
    if (translation.isEmpty())
        return translation;
    const std::lock_guard lock(m_mutex);
    if (!m_sources.contains(translation))
        m_sources.insert(translation, QString::fromUtf8(sourceText));
    current() = this;
    return translation;
}

QString RememberingTranslator::sourceOf(const QString &translation) const
{
    const std::lock_guard lock(m_mutex);
    return m_sources.value(translation);
}

QString englishOf(const QString &shown)
{
    const QString source = current() ? current()->sourceOf(shown) : QString();
    return plainWords(source.isEmpty() ? shown : source);
}

QString plainWords(QString text)
{
    static const QRegularExpression added(QStringLiteral("\\(&.\\)|&(?!&)|…|[:：]$"));
    return text.remove(added).trimmed();
}

} // namespace rooflight
