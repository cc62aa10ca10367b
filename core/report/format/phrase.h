// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

/// A text that can be translated: a template with %1, %2, ... and what takes their places. The templates are marked for
/// lupdate in the context "Phrases".
struct Phrase {
    std::string text = {}; ///< empty: only the literal
    std::vector<Phrase> arguments = {};
    std::string literal = {}; ///< a name or a formatted number, the same in every language
    std::string target = {}; ///< what it is about, for a link: see core/report/headline.h; empty: none
    bool isSentence = false; ///< begins with a capital letter, unless what comes first is a literal
};

[[nodiscard]] Phrase literalPhrase(std::string text);
/// What the worker says; its words as they are if it is of an earlier version.
[[nodiscard]] Phrase phraseOf(const ComposedText &message);

/// "a, b, c".
[[nodiscard]] Phrase listOf(std::vector<Phrase> phrases);
/// The same by a template that joins two of them: "%1; %2".
[[nodiscard]] Phrase listOf(std::vector<Phrase> phrases, const char *two);
/// "a, b and c".
[[nodiscard]] Phrase enumerationOf(std::vector<Phrase> phrases);

/// Whether a name or a number comes first.
[[nodiscard]] bool beginsWithLiteral(const Phrase &phrase);

[[nodiscard]] std::string toEnglish(const Phrase &phrase);

/// The template of a phrase with its arguments in place; \p translate turns a template into another language. A
/// function that takes const char * and returns a text with %1, %2, ... \p decorate takes each phrase with its text and
/// returns what stands for it in the text around it.
template<typename Translate, typename Decorate>
std::string toText(const Phrase &phrase, const Translate &translate, const Decorate &decorate)
{
    if (phrase.text.empty())
        return decorate(phrase, phrase.literal);
    const std::string format = translate(phrase.text.c_str());
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (const auto argument = argumentAt(format, i, phrase.arguments.size())) {
            text += toText(phrase.arguments[*argument], translate, decorate);
            ++i;
        } else {
            text += format[i];
        }
    }
    if (phrase.isSentence && !text.empty() && text.front() >= 'a' && text.front() <= 'z' && !beginsWithLiteral(phrase))
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return decorate(phrase, std::move(text));
}

template<typename Translate> std::string toText(const Phrase &phrase, const Translate &translate)
{
    return toText(phrase, translate, [](const Phrase &, std::string text) { return text; });
}

/// The phrase from a table of templates, which end with a null character.
template<typename Key, std::size_t N> Phrase phraseIn(const EnumNames<Key, N> &texts, Key key)
{
    return { nameIn(texts, key).data() };
}

/// An identifier that the table lacks stands for itself.
template<std::size_t N> Phrase phraseIn(const EnumNames<std::string_view, N> &texts, std::string_view identifier)
{
    const std::string_view text = nameIn(texts, identifier);
    return text.empty() ? literalPhrase(std::string(identifier)) : Phrase { text.data() };
}

} // namespace rooflight
