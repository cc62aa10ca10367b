// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

struct Error;
struct Notice;

/// A language that a report can be written in. By default English, as the texts are.
struct ReportLanguage {
    std::string code = "en"; ///< of BCP 47: "zh-CN"
    /// A text in the language: the context that it is marked with for lupdate, and the English text.
    std::function<std::string(const char *context, const char *text)> translate = {};
    // For what the worker wrote in English; empty: its words.
    std::function<std::string(const Error &error)> error = {};
    std::function<std::string(const Notice &notice)> notice = {};
};

/// While one lives, translated() and what calls it answer in its language on its thread, as Qt's translators work for
/// tr(). A function that makes text for people needs no parameter for it, and says English if no caller asked for
/// another.
class LanguageScope
{
public:
    /// \p language must outlive it.
    explicit LanguageScope(const ReportLanguage &language);
    ~LanguageScope();
    LanguageScope(const LanguageScope &) = delete;
    LanguageScope &operator=(const LanguageScope &) = delete;

private:
    const ReportLanguage *m_before;
};

[[nodiscard]] const ReportLanguage &currentLanguage();

/// A fixed text, marked for lupdate in the context "Page", in the current language.
[[nodiscard]] std::string translated(const char *text);

/// A phrase in the current language; the context is that of its templates.
[[nodiscard]] std::string translated(const Phrase &phrase, const char *context = "Phrases");
/// Each of them.
[[nodiscard]] std::vector<std::string> translated(const std::vector<Phrase> &phrases);

/// Texts in a row; \p two is a template of \p context that joins two of them: "%1, %2".
[[nodiscard]] std::string translatedRow(const std::vector<std::string> &texts, const char *two,
                                        const char *context = "Page");

/// A template of the context "Page" in the current language, with texts in the places of %1, %2, ...
template<typename... Texts> [[nodiscard]] std::string translated(const char *text, std::string first, Texts... others)
{
    return translated(Phrase { text, { literalPhrase(std::move(first)), literalPhrase(std::move(others))... } },
                      "Page");
}

} // namespace rooflight
