// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/text.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr std::size_t longestMessagePart = 200;

bool isContinuation(std::string_view text, std::size_t position)
{
    return position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0u) == 0x80u;
}

/// Bytes of the well-formed character at `position` (Unicode 15, table 3-7); 0 when there is none.
std::size_t characterLength(std::string_view text, std::size_t position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xC2 && lead <= 0xDF ? 2
        : lead >= 0xE0 && lead <= 0xEF                      ? 3
        : lead >= 0xF0 && lead <= 0xF4                      ? 4
                                                            : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text, position + i))
            return 0;
    }
    if (length < 3)
        return length;
    const auto second = static_cast<unsigned char>(text[position + 1]);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool surrogateOrTooLarge = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return overlong || surrogateOrTooLarge ? 0 : length;
}

bool isControl(char character)
{
    const auto code = static_cast<unsigned char>(character);
    return code < 0x20 || code == 0x7F;
}

} // namespace

std::string validUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t length = characterLength(text, position);
        if (length == 0)
            result += "\xEF\xBF\xBD";
        else
            result += text.substr(position, length);
        position += std::max<std::size_t>(length, 1);
    }
    return result;
}

std::string printable(std::string_view text)
{
    const bool cut = text.size() > longestMessagePart;
    std::size_t end = cut ? longestMessagePart : text.size();
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

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

} // namespace ridgepoint
