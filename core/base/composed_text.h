// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

struct ComposedText;

/// What a text is made of, so that others can say it in their language.
struct TextParts {
    std::string pattern; ///< "With %1 doubled the model does not run."; empty: a name, or somebody's own words
    std::vector<ComposedText> arguments; ///< in the places of %1, %2, ...

    TextParts();
    TextParts(std::string of, std::vector<ComposedText> with);
    bool operator==(const TextParts &other) const;
};

/// A text for people: whole in English, and in parts. One of a file of an earlier version has no parts.
struct ComposedText {
    std::string text;
    TextParts parts;

    ComposedText() = default;
    ComposedText(std::string words, TextParts made)
        : text(std::move(words))
        , parts(std::move(made))
    {
    }
    ComposedText(std::string words)
        : text(std::move(words))
    {
    }
    ComposedText(std::string_view words)
        : text(words)
    {
    }
    ComposedText(const char *words)
        : text(words)
    {
    }

    [[nodiscard]] bool empty() const { return text.empty(); }
    bool operator==(const ComposedText &) const = default;
};

inline TextParts::TextParts() = default;

inline TextParts::TextParts(std::string of, std::vector<ComposedText> with)
    : pattern(std::move(of))
    , arguments(std::move(with))
{
}

inline bool TextParts::operator==(const TextParts &other) const
{
    return pattern == other.pattern && arguments == other.arguments;
}

/// The argument, from 0, whose place "%1" to "%9" is at \p position of a pattern; nothing for any other character, and
/// if there are fewer arguments.
[[nodiscard]] std::optional<std::size_t> argumentAt(std::string_view pattern, std::size_t position, std::size_t count);

/// The text of a pattern, marked with QT_TRANSLATE_NOOP("Phrases", ...), with its arguments in place.
[[nodiscard]] ComposedText composedText(const char *pattern, std::vector<ComposedText> arguments = {});

/// True if the text is what the pattern and the texts of the arguments make, so that it may be said by its parts. An
/// untrusted one may not: parts may say what the text does not, or grow beyond all bounds.
[[nodiscard]] bool isMadeOfItsParts(const ComposedText &text);

} // namespace rooflight
