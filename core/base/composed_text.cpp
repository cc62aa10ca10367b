// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/composed_text.h"

namespace rooflight {

namespace {

/// Calls \p take with each piece of the text that a pattern and arguments make, until it returns false.
template<typename Take>
bool eachPiece(std::string_view pattern, const std::vector<ComposedText> &arguments, const Take &take)
{
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::optional<std::size_t> argument = argumentAt(pattern, i, arguments.size());
        if (!take(argument ? std::string_view(arguments[*argument].text) : pattern.substr(i, 1)))
            return false;
        i += argument ? 1 : 0;
    }
    return true;
}

} // namespace

std::optional<std::size_t> argumentAt(std::string_view pattern, std::size_t position, std::size_t count)
{
    if (pattern[position] != '%' || position + 1 == pattern.size())
        return std::nullopt;
    const char digit = pattern[position + 1];
    const auto index = static_cast<std::size_t>(digit - '1');
    return digit >= '1' && digit <= '9' && index < count ? std::optional(index) : std::nullopt;
}

ComposedText composedText(const char *pattern, std::vector<ComposedText> arguments)
{
    ComposedText text;
    eachPiece(pattern, arguments, [&text](std::string_view piece) {
        text.text += piece;
        return true;
    });
    text.parts = { pattern, std::move(arguments) };
    return text;
}

bool isMadeOfItsParts(const ComposedText &text)
{
    std::string_view left = text.text;
    const auto take = [&left](std::string_view piece) {
        if (!left.starts_with(piece))
            return false;
        left.remove_prefix(piece.size());
        return true;
    };
    return !text.parts.pattern.empty() && eachPiece(text.parts.pattern, text.parts.arguments, take) && left.empty();
}

} // namespace rooflight
