// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/utf8.h"

#include <utf8proc.h>

#include <array>

namespace rooflight {

char32_t takeCodePoint(std::string_view &text)
{
    constexpr char32_t replacement = 0xFFFD;
    utf8proc_int32_t codePoint = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                                                     static_cast<utf8proc_ssize_t>(text.size()), &codePoint);
    text.remove_prefix(length > 0 ? static_cast<std::size_t>(length) : 1);
    return length > 0 ? static_cast<char32_t>(codePoint) : replacement;
}

void appendUtf8(std::string &text, char32_t codePoint)
{
    std::array<utf8proc_uint8_t, 4> bytes {};
    const utf8proc_ssize_t length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(codePoint), bytes.data());
    text.append(bytes.begin(), bytes.begin() + length);
}

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty())
        appendUtf8(valid, takeCodePoint(text));
    return valid;
}

} // namespace rooflight
