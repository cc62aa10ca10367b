// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ridgepoint {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode 15, EastAsianWidth.txt: W and F, merged to blocks.
constexpr std::array wide = {
    Range { 0x1100, 0x115F },   Range { 0x231A, 0x231B },   Range { 0x23E9, 0x23EC },   Range { 0x25FD, 0x25FE },
    Range { 0x2614, 0x2615 },   Range { 0x2648, 0x2653 },   Range { 0x26A1, 0x26A1 },   Range { 0x26BD, 0x26BE },
    Range { 0x26C4, 0x26C5 },   Range { 0x26D4, 0x26D4 },   Range { 0x2705, 0x2705 },   Range { 0x270A, 0x270B },
    Range { 0x2728, 0x2728 },   Range { 0x274C, 0x274C },   Range { 0x2753, 0x2757 },   Range { 0x2795, 0x2797 },
    Range { 0x2B1B, 0x2B1C },   Range { 0x2B50, 0x2B50 },   Range { 0x2B55, 0x2B55 },   Range { 0x2E80, 0x303E },
    Range { 0x3041, 0x33FF },   Range { 0x3400, 0x4DBF },   Range { 0x4E00, 0xA4CF },   Range { 0xA960, 0xA97F },
    Range { 0xAC00, 0xD7A3 },   Range { 0xF900, 0xFAFF },   Range { 0xFE30, 0xFE6F },   Range { 0xFF01, 0xFF60 },
    Range { 0xFFE0, 0xFFE6 },   Range { 0x16FE0, 0x18CFF }, Range { 0x1AFF0, 0x1B2FF }, Range { 0x1F18E, 0x1F18E },
    Range { 0x1F191, 0x1F19A }, Range { 0x1F200, 0x1F320 }, Range { 0x1F32D, 0x1F335 }, Range { 0x1F337, 0x1F37C },
    Range { 0x1F37E, 0x1F393 }, Range { 0x1F3A0, 0x1F3CA }, Range { 0x1F3CF, 0x1F3D3 }, Range { 0x1F3E0, 0x1F3F0 },
    Range { 0x1F3F4, 0x1F3F4 }, Range { 0x1F3F8, 0x1F43E }, Range { 0x1F440, 0x1F440 }, Range { 0x1F442, 0x1F4FC },
    Range { 0x1F4FF, 0x1F53D }, Range { 0x1F54B, 0x1F567 }, Range { 0x1F5FB, 0x1F64F }, Range { 0x1F680, 0x1F6C5 },
    Range { 0x1F6CC, 0x1F6FC }, Range { 0x1F7E0, 0x1F7F0 }, Range { 0x1F90C, 0x1FAFF }, Range { 0x20000, 0x3FFFD },
};

constexpr std::array zeroWidth = {
    Range { 0x0300, 0x036F }, Range { 0x0483, 0x0489 },   Range { 0x0591, 0x05BD }, Range { 0x0610, 0x061A },
    Range { 0x064B, 0x065F }, Range { 0x0E34, 0x0E3A },   Range { 0x0E47, 0x0E4E }, Range { 0x1AB0, 0x1AFF },
    Range { 0x1DC0, 0x1DFF }, Range { 0x200B, 0x200D },   Range { 0x2060, 0x2060 }, Range { 0x20D0, 0x20F0 },
    Range { 0x302A, 0x302D }, Range { 0x3099, 0x309A },   Range { 0xFE00, 0xFE0F }, Range { 0xFE20, 0xFE2F },
    Range { 0xFEFF, 0xFEFF }, Range { 0xE0100, 0xE01EF },
};

template<std::size_t N> bool contains(const std::array<Range, N> &ranges, char32_t codePoint)
{
    const auto found = std::ranges::lower_bound(ranges, codePoint, {}, &Range::last);
    return found != ranges.end() && codePoint >= found->first;
}

bool changesDirection(char32_t codePoint)
{
    return (codePoint >= 0x202A && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069)
        || codePoint == 0x200E || codePoint == 0x200F;
}

void appendPrintable(std::string &text, char32_t codePoint)
{
    const auto value = static_cast<std::uint32_t>(codePoint);
    if (codePoint == '\n')
        text += "\\n";
    else if (codePoint == '\r')
        text += "\\r";
    else if (codePoint == '\t')
        text += "\\t";
    else if (codePoint < 0x20 || (codePoint >= 0x7F && codePoint < 0xA0))
        text += fmt::format("\\x{:02x}", value);
    else if (codePoint == 0x2028 || codePoint == 0x2029 || changesDirection(codePoint))
        text += fmt::format("\\u{:04x}", value);
    else
        appendUtf8(text, codePoint);
}

} // namespace

std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty())
        appendPrintable(shown, takeCodePoint(text));
    return shown;
}

int columnWidth(char32_t codePoint)
{
    if (contains(zeroWidth, codePoint))
        return 0;
    return contains(wide, codePoint) ? 2 : 1;
}

int columnWidth(std::string_view text)
{
    int width = 0;
    while (!text.empty())
        width += columnWidth(takeCodePoint(text));
    return width;
}

std::string elided(std::string_view text, int columns)
{
    if (columnWidth(text) <= columns)
        return std::string(text);
    std::string shown;
    int width = 1; // of the ellipsis
    while (!text.empty()) {
        const char32_t codePoint = takeCodePoint(text);
        width += columnWidth(codePoint);
        if (width > columns)
            break;
        appendUtf8(shown, codePoint);
    }
    return columns > 0 ? shown + "…" : std::string();
}

} // namespace ridgepoint
