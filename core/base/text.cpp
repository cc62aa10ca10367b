// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace rooflight {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    for (char &c : upper)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

std::string spelled(std::string_view identifier)
{
    std::string text(identifier);
    std::ranges::replace(text, '_', ' ');
    return text;
}

std::string shellQuoted(std::string_view word)
{
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::vector<std::string> splitCommand(std::string_view command)
{
    std::vector<std::string> words;
    std::string word;
    int quotes = 0; // in a row, up to here
    bool isQuoted = false;
    for (const char c : command) {
        if (c == '"') {
            if (++quotes == 3) {
                quotes = 0;
                word += c;
            }
            continue;
        }
        if (std::exchange(quotes, 0) == 1)
            isQuoted = !isQuoted;
        if (isQuoted || !std::isspace(static_cast<unsigned char>(c)))
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    if (!word.empty())
        words.push_back(std::move(word));
    return words;
}

} // namespace rooflight
