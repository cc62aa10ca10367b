// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/text.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::size_t maxMessagePart = 200;

bool isContinuation(std::string_view text, std::size_t position)
{
    return position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0u) == 0x80u;
}

bool isControl(char character)
{
    const auto code = static_cast<unsigned char>(character);
    return code < 0x20 || code == 0x7F;
}

} // namespace

std::string messagePart(std::string_view text)
{
    const bool cut = text.size() > maxMessagePart;
    std::size_t end = cut ? maxMessagePart : text.size();
    while (cut && end > 0 && isContinuation(text, end))
        --end;
    std::string result = validUtf8(text.substr(0, end));
    std::ranges::replace_if(result, isControl, '?');
    return cut ? result + "..." : result;
}

std::string asciiLower(std::string_view text)
{
    std::string result(text);
    for (char &character : result) {
        if (character >= 'A' && character <= 'Z')
            character = static_cast<char>(character - 'A' + 'a');
    }
    return result;
}

} // namespace rooflight
