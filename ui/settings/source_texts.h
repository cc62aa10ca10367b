// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QTranslator>

#include <mutex>

namespace rooflight {

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
