// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_writer.h"

#include "core/base/foreign_text.h"
#include "core/base/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rooflight {

namespace {

constexpr std::size_t spacesPerLevel = 2;

/// Printed as it is.
constexpr auto isWrittenAsItIs = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };

/// Characters that a terminal would obey are written as escapes, which every reader of JSON undoes.
void appendHarmless(std::string &out, std::string_view json)
{
    while (!json.empty()) {
        const char32_t codePoint = takeCodePoint(json);
        constexpr char32_t firstOfTwo = 0x10000; // halves of UTF-16 stand for it
        if (!isHarmful(codePoint))
            appendUtf8(out, codePoint);
        else if (codePoint < firstOfTwo)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(codePoint));
        else
            out += fmt::format("\\u{:04x}\\u{:04x}", static_cast<unsigned>(0xD7C0 + (codePoint >> 10U)),
                               static_cast<unsigned>(0xDC00 + (codePoint & 0x3FFU)));
    }
}

} // namespace

void JsonWriter::writeText(std::string_view text)
{
    if (std::ranges::all_of(text, isWrittenAsItIs)) {
        m_out += '"';
        m_out += text;
        m_out += '"';
    } else {
        const std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        appendHarmless(m_out, json);
    }
}

void JsonWriter::writeInteger(std::int64_t number)
{
    std::array<char, 24> digits;
    m_out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

void JsonWriter::writeNumber(double number)
{
    // What nlohmann::json(number).dump() does; the digits of std::to_chars() differ for one number in a thousand.
    std::array<char, 64> digits;
    if (std::isfinite(number))
        m_out.append(digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number));
    else
        m_out += "null";
}

void JsonWriter::beginMember(std::string_view key)
{
    beginElement();
    writeText(key);
    m_out += m_layout == JsonLayout::Indented ? ": " : ":";
}

void JsonWriter::beginElement()
{
    if (!m_empty)
        m_out += ',';
    m_empty = false;
    newLine();
}

void JsonWriter::begin(char bracket)
{
    m_out += bracket;
    ++m_level;
    m_empty = true;
}

void JsonWriter::end(char bracket)
{
    --m_level;
    if (!m_empty)
        newLine();
    m_empty = false;
    m_out += bracket;
}

void JsonWriter::newLine()
{
    if (m_layout == JsonLayout::Indented) {
        m_out += '\n';
        m_out.append(static_cast<std::size_t>(m_level) * spacesPerLevel, ' ');
    }
}

} // namespace rooflight
