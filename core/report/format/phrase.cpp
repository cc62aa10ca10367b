// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/phrase.h"

#include "core/base/translation_mark.h"

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

bool beginsWithLiteral(const Phrase &phrase)
{
    const bool isInFront = phrase.text.starts_with("%1") && !phrase.arguments.empty();
    return isInFront ? beginsWithLiteral(phrase.arguments.front()) : phrase.text.empty();
}

std::string toEnglish(const Phrase &phrase)
{
    return toText(phrase, [](const char *text) { return std::string(text); });
}

} // namespace rooflight
