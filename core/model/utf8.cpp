// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/utf8.h"

#include <array>

namespace ridgepoint {

namespace {

constexpr char32_t replacement = 0xFFFD;

/// Bytes of the sequence that starts with this byte; 0 for a byte that starts none.
int sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

bool isAllowed(char32_t codePoint, int length)
{
    constexpr std::array<char32_t, 5> smallest = { 0, 0, 0x80, 0x800, 0x10000 };
    const bool surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    return !surrogate && codePoint <= 0x10FFFF && codePoint >= smallest[static_cast<std::size_t>(length)];
}

} // namespace

char32_t takeCodePoint(std::string_view &text)
{
    const auto byteAt = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const int length = sequenceLength(byteAt(0));
    if (length == 1) {
        const char32_t ascii = byteAt(0);
        text.remove_prefix(1);
        return ascii;
    }
    char32_t codePoint = length == 0 ? 0 : byteAt(0) & (0xFFU >> (length + 1));
    bool valid = length > 0 && text.size() >= static_cast<std::size_t>(length);
    for (int i = 1; valid && i < length; ++i) {
        const unsigned char next = byteAt(static_cast<std::size_t>(i));
        valid = (next & 0xC0U) == 0x80U;
        codePoint = (codePoint << 6U) | (next & 0x3FU);
    }
    valid = valid && isAllowed(codePoint, length);
    text.remove_prefix(valid ? static_cast<std::size_t>(length) : 1);
    return valid ? codePoint : replacement;
}

void appendUtf8(std::string &text, char32_t codePoint)
{
    const auto add = [&text](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (codePoint < 0x80) {
        add(codePoint);
    } else if (codePoint < 0x800) {
        add(0xC0U | (codePoint >> 6U));
        add(0x80U | (codePoint & 0x3FU));
    } else if (codePoint < 0x10000) {
        add(0xE0U | (codePoint >> 12U));
        add(0x80U | ((codePoint >> 6U) & 0x3FU));
        add(0x80U | (codePoint & 0x3FU));
    } else {
        add(0xF0U | (codePoint >> 18U));
        add(0x80U | ((codePoint >> 12U) & 0x3FU));
        add(0x80U | ((codePoint >> 6U) & 0x3FU));
        add(0x80U | (codePoint & 0x3FU));
    }
}

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty())
        appendUtf8(valid, takeCodePoint(text));
    return valid;
}

} // namespace ridgepoint
