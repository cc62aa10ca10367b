// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/language.h"

namespace rooflight {

namespace {

thread_local const ReportLanguage *current = nullptr;

std::string textIn(const char *context, const char *text)
{
    const ReportLanguage &language = currentLanguage();
    return language.translate && *text != '\0' ? language.translate(context, text) : std::string(text);
}

} // namespace

LanguageScope::LanguageScope(const ReportLanguage &language)
    : m_before(std::exchange(current, &language))
{
}

LanguageScope::~LanguageScope()
{
    current = m_before;
}

const ReportLanguage &currentLanguage()
{
    static const ReportLanguage english;
    return current ? *current : english;
}

std::string translated(const char *text)
{
    return textIn("Page", text);
}

std::string translated(const Phrase &phrase, const char *context)
{
    return toText(phrase, [context](const char *text) { return textIn(context, text); });
}

std::vector<std::string> translated(const std::vector<Phrase> &phrases)
{
    std::vector<std::string> texts;
    texts.reserve(phrases.size());
    for (const Phrase &phrase : phrases)
        texts.push_back(translated(phrase));
    return texts;
}

std::string translatedRow(const std::vector<std::string> &texts, const char *two, const char *context)
{
    std::string row;
    for (const std::string &text : texts)
        row = row.empty() ? text : translated(Phrase { two, { literalPhrase(row), literalPhrase(text) } }, context);
    return row;
}

} // namespace rooflight
