// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/composed_text.h"

namespace ridgepoint {

namespace {

/// Calls \p take with each piece of the text that a pattern and arguments make, until it returns false.
template<typename Take>
bool eachPiece(std::string_view pattern, const std::vector<ComposedText> &arguments, const Take &take)
{
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool isPlace =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const auto index = isPlace ? static_cast<std::size_t>(pattern[i + 1] - '1') : arguments.size();
        const bool isArgument = index < arguments.size();
        if (!take(isArgument ? std::string_view(arguments[index].text) : pattern.substr(i, 1)))
            return false;
        i += isArgument ? 1 : 0;
    }
    return true;
}

} // namespace

ComposedText composedText(const char *pattern, std::vector<ComposedText> arguments)
{
    ComposedText message;
    eachPiece(pattern, arguments, [&message](std::string_view piece) {
        message.text += piece;
        return true;
    });
    message.parts = { pattern, std::move(arguments) };
    return message;
}

bool isMadeOfItsParts(const ComposedText &message)
{
    std::string_view left = message.text;
    const auto take = [&left](std::string_view piece) {
        if (!left.starts_with(piece))
            return false;
        left.remove_prefix(piece.size());
        return true;
    };
    return !message.parts.pattern.empty() && eachPiece(message.parts.pattern, message.parts.arguments, take)
        && left.empty();
}

} // namespace ridgepoint
