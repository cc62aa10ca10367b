// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/lenient_json.h"

#include <array>
#include <string_view>

namespace rooflight {

namespace {

constexpr std::size_t blockBytes = std::size_t { 1 } << 16;
constexpr std::size_t digitsOfNumber = 4;
constexpr std::string_view escapes = "\"\\/bfnrt";
constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";

bool isIn(std::string_view characters, char character)
{
    return characters.find(character) != std::string_view::npos;
}

} // namespace

LenientJson::int_type LenientJson::underflow()
{
    if (gptr() < egptr())
        return traits_type::to_int_type(*gptr());
    std::array<char, blockBytes> block {};
    m_mended.clear();
    while (m_mended.empty()) {
        m_source.read(block.data(), block.size());
        const auto count = static_cast<std::size_t>(m_source.gcount());
        for (const char character : std::string_view(block.data(), count))
            take(character);
        if (count == 0)
            return traits_type::eof(); // what is left of an escape is cut off
    }
    setg(m_mended.data(), m_mended.data(), m_mended.data() + m_mended.size());
    return traits_type::to_int_type(*gptr());
}

void LenientJson::take(char character)
{
    switch (m_state) {
    case State::Outside:
        m_mended += character;
        if (character == '"')
            m_state = State::InString;
        break;
    case State::InString:
        takeInString(character);
        break;
    case State::AfterBackslash:
        takeEscape(character);
        break;
    case State::InNumber:
        takeDigit(character);
        break;
    }
}

void LenientJson::takeInString(char character)
{
    m_state = character == '"' ? State::Outside : character == '\\' ? State::AfterBackslash : State::InString;
    if (m_state != State::AfterBackslash)
        m_mended += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
}

void LenientJson::takeEscape(char character)
{
    if (character == 'u') {
        m_digits.clear();
        m_state = State::InNumber;
        return;
    }
    m_state = State::InString;
    m_mended += '\\';
    if (isIn(escapes, character)) {
        m_mended += character;
        return;
    }
    m_mended += '\\';
    takeInString(character);
}

void LenientJson::takeDigit(char character)
{
    const bool isDigit = isIn(hexadecimal, character);
    if (isDigit)
        m_digits += character;
    if (isDigit && m_digits.size() < digitsOfNumber)
        return;
    m_mended += (isDigit ? "\\u" : "\\\\u") + m_digits;
    m_state = State::InString;
    if (!isDigit)
        takeInString(character);
}

} // namespace rooflight
