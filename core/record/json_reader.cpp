// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace rooflight {

namespace {

/// Records nest six deep; the rest is room for later versions.
constexpr int maximumDepth = 32;

[[noreturn]] void fail()
{
    throw SyntaxError("is not JSON");
}

constexpr auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
constexpr auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
/// Means itself inside of a text.
constexpr auto isPlain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };

/// What needs more than a look: escapes, UTF-8, numbers at the ends of their range.
nlohmann::json parseSlowly(const char *begin, const char *end)
{
    nlohmann::json value = nlohmann::json::parse(begin, end, nullptr, false);
    if (value.is_discarded())
        fail();
    return value;
}

} // namespace

JsonReader::JsonReader(std::string_view text, UnknownNames unknownNames)
    : m_at(text.data())
    , m_end(text.data() + text.size())
    , m_unknownNames(unknownNames)
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(byteOrderMark))
        m_at += byteOrderMark.size();
}

void JsonReader::skipBlanks()
{
    while (m_at != m_end && isSpace(*m_at))
        ++m_at;
}

char JsonReader::peek()
{
    skipBlanks();
    return m_at == m_end ? '\0' : *m_at;
}

bool JsonReader::take(char c)
{
    if (peek() != c)
        return false;
    ++m_at;
    return true;
}

bool JsonReader::takeWord(std::string_view word)
{
    skipBlanks();
    if (!std::string_view(m_at, m_end).starts_with(word))
        return false;
    m_at += word.size();
    return true;
}

void JsonReader::mismatch(const char *problem)
{
    constexpr std::string_view beginnings = "{[\"-0123456789tfn";
    if (m_at == m_end || beginnings.find(peek()) == std::string_view::npos)
        fail();
    throw FormatError(problem);
}

void JsonReader::expectEnd()
{
    skipBlanks();
    if (m_at != m_end)
        fail();
}

void JsonReader::enter()
{
    if (++m_depth > maximumDepth)
        throw SyntaxError("is nested too deep");
}

void JsonReader::beginObject()
{
    if (!take('{'))
        mismatch("is not an object");
    enter();
}

void JsonReader::leave(char bracket)
{
    if (!take(bracket))
        fail();
    --m_depth;
}

std::optional<std::string_view> JsonReader::nextKey(bool first)
{
    if (first ? peek() == '}' : !take(',')) {
        leave('}');
        return std::nullopt;
    }
    if (peek() != '"')
        fail();
    const std::string_view key = text();
    if (!take(':'))
        fail();
    return key;
}

void JsonReader::beginList()
{
    if (!take('['))
        mismatch("is not a list");
    enter();
}

bool JsonReader::nextElement(bool first)
{
    const bool atEnd = first ? peek() == ']' : !take(',');
    if (atEnd)
        leave(']');
    return !atEnd;
}

bool JsonReader::takeNull()
{
    return takeWord("null");
}

bool JsonReader::truth()
{
    if (takeWord("true"))
        return true;
    if (!takeWord("false"))
        mismatch("is neither true nor false");
    return false;
}

std::string_view JsonReader::text()
{
    if (!take('"'))
        mismatch("is not a string");
    const char *const begin = m_at;
    m_at = std::find_if_not(begin, m_end, isPlain);
    if (m_at != m_end && *m_at == '"')
        return { begin, m_at++ };
    while (m_at != m_end && *m_at != '"')
        m_at += *m_at == '\\' && m_end - m_at > 1 ? 2 : 1;
    if (m_at == m_end)
        fail();
    m_text = parseSlowly(begin - 1, ++m_at).get<std::string>();
    return m_text;
}

std::size_t JsonReader::takeDigits()
{
    const char *const begin = m_at;
    m_at = std::find_if_not(m_at, m_end, isDigit);
    return static_cast<std::size_t>(m_at - begin);
}

std::string_view JsonReader::takeNumber()
{
    const char *const begin = m_at;
    const auto next = [this](std::string_view choice) {
        const bool found = m_at != m_end && choice.find(*m_at) != std::string_view::npos;
        m_at += found ? 1 : 0;
        return found;
    };
    next("-");
    const bool leadingZero = m_at != m_end && *m_at == '0';
    const std::size_t digits = takeDigits();
    if (digits == 0 || (leadingZero && digits > 1) || (next(".") && takeDigits() == 0))
        fail();
    if (next("eE")) {
        next("+-");
        if (takeDigits() == 0)
            fail();
    }
    return { begin, m_at };
}

std::int64_t JsonReader::integer()
{
    if (const char c = peek(); !isDigit(c) && c != '-')
        mismatch("is not an integer");
    const std::string_view digits = takeNumber();
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), m_at, value);
    if (end != m_at)
        throw FormatError("is not an integer");
    if (problem != std::errc())
        throw FormatError("is out of range");
    return value;
}

double JsonReader::number()
{
    if (takeNull())
        return std::numeric_limits<double>::quiet_NaN();
    if (const char c = peek(); !isDigit(c) && c != '-')
        mismatch("is not a number");
    const std::string_view digits = takeNumber();
    double value = 0;
    if (std::from_chars(digits.data(), m_at, value).ec != std::errc())
        return parseSlowly(digits.data(), m_at).get<double>();
    return value;
}

void JsonReader::skip()
{
    switch (peek()) {
    case '{':
        beginObject();
        for (bool first = true; nextKey(first); first = false)
            skip();
        break;
    case '[':
        beginList();
        for (bool first = true; nextElement(first); first = false)
            skip();
        break;
    case '"':
        std::ignore = text();
        break;
    case 't':
    case 'f':
        std::ignore = truth();
        break;
    default:
        std::ignore = number();
    }
}

} // namespace rooflight
