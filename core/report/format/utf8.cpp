// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/utf8.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace rooflight {

namespace {

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
    const auto value = static_cast<utf8proc_int32_t>(codePoint);
    // Terminals advance for a spacing mark, for which the library has no column.
    return utf8proc_category(value) == UTF8PROC_CATEGORY_MC ? 1 : utf8proc_charwidth(value);
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
    std::size_t kept = 0; // what fits beside the ellipsis
    int width = 0;
    for (std::string_view rest = text; !rest.empty();) { // looks no further than to what does not fit
        width += columnWidth(takeCodePoint(rest));
        if (width > columns)
            return columns > 0 ? std::string(text.substr(0, kept)) + "…" : std::string();
        if (width < columns)
            kept = text.size() - rest.size();
    }
    return std::string(text);
}

} // namespace rooflight
