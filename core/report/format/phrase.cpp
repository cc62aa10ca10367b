// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/phrase.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <string_view>

namespace rooflight {

Phrase literalPhrase(std::string text)
{
    return { .literal = std::move(text) };
}

Phrase phraseOf(const ComposedText &message)
{
    if (!isMadeOfItsParts(message))
        return literalPhrase(message.text);
    Phrase phrase { message.parts.pattern };
    for (const ComposedText &argument : message.parts.arguments)
        phrase.arguments.push_back(phraseOf(argument));
    return phrase;
}

Phrase listOf(std::vector<Phrase> phrases)
{
    return listOf(std::move(phrases), QT_TRANSLATE_NOOP("Phrases", "%1, %2"));
}

Phrase listOf(std::vector<Phrase> phrases, const char *two)
{
    Phrase list;
    for (Phrase &phrase : phrases) {
        list = list.text.empty() && list.literal.empty() ? std::move(phrase)
                                                         : Phrase { two, { std::move(list), std::move(phrase) } };
    }
    return list;
}

Phrase enumerationOf(std::vector<Phrase> phrases)
{
    if (phrases.size() < 2)
        return listOf(std::move(phrases));
    Phrase last = std::move(phrases.back());
    phrases.pop_back();
    return { QT_TRANSLATE_NOOP("Phrases", "%1 and %2"), { listOf(std::move(phrases)), std::move(last) } };
}

namespace {

/// Such as "oneDNN", which is written so wherever it stands.
bool beginsWithName(std::string_view text)
{
    const std::string_view word = text.substr(0, text.find(' '));
    return std::ranges::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

} // namespace

bool beginsWithLiteral(const Phrase &phrase)
{
    const bool isInFront = phrase.text.starts_with("%1") && !phrase.arguments.empty();
    if (isInFront)
        return beginsWithLiteral(phrase.arguments.front());
    return phrase.text.empty() || beginsWithName(phrase.text);
}

std::string toEnglish(const Phrase &phrase)
{
    return toText(phrase, [](const char *text) { return std::string(text); });
}

} // namespace rooflight
