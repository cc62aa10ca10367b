// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/language.h"

namespace ridgepoint {

namespace {

thread_local const ReportLanguage *spoken = nullptr;

std::string translated(const char *context, const char *text)
{
    const ReportLanguage &language = currentLanguage();
    return language.translate && *text != '\0' ? language.translate(context, text) : std::string(text);
}

} // namespace

LanguageScope::LanguageScope(const ReportLanguage &language)
    : m_before(std::exchange(spoken, &language))
{
}

LanguageScope::~LanguageScope()
{
    spoken = m_before;
}

const ReportLanguage &currentLanguage()
{
    static const ReportLanguage english;
    return spoken ? *spoken : english;
}

std::string said(const char *text)
{
    return translated("Page", text);
}

std::string said(const Phrase &phrase, const char *context)
{
    return toText(phrase, [context](const char *text) { return translated(context, text); });
}

} // namespace ridgepoint
