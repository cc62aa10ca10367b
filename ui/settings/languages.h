// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QLocale>
#include <QStringList>
#include <QTranslator>

#include <mutex>
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

/// Remembers of which English text each translation was made, so that what is shown can be found by English words, too.
class RememberingTranslator : public QTranslator
{
    Q_OBJECT

public:
    using QTranslator::QTranslator;
    ~RememberingTranslator() override;

    QString translate(const char *context, const char *sourceText, const char *disambiguation, int n) const override;

    /// Empty for a text that is no translation.
    [[nodiscard]] QString sourceOf(const QString &translation) const;

private:
    mutable std::mutex m_mutex; ///< texts are translated in other threads, too
    mutable QHash<QString, QString> m_sources;
};

/// The English text of one that the window shows, without mnemonic and dots; the text itself while it is shown in
/// English.
[[nodiscard]] QString englishOf(const QString &shown);
/// Without what a menu adds to its words: the mnemonic, which in Chinese is a letter in brackets, dots and colon.
[[nodiscard]] QString plainWords(QString text);

} // namespace rooflight
