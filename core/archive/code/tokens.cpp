// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/tokens.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace rooflight {

namespace {

constexpr int maxBracketDepth = 1000;

bool isHexDigit(char c)
{
    return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

bool startsName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool continuesName(char c)
{
    return startsName(c) || isDigit(c);
}

class Tokenizer
{
public:
    explicit Tokenizer(std::string_view source)
        : m_source(source)
    {
    }

    std::optional<std::vector<Token>> run()
    {
        while (m_position < m_source.size()) {
            step();
            if (m_brackets > maxBracketDepth)
                return std::nullopt;
        }
        add(TokenKind::LineEnd, 0);
        return std::move(m_tokens);
    }

private:
    void step()
    {
        const char c = m_source[m_position];
        if (c == '\n')
            endLine();
        else if (c == ' ' || c == '\t' || c == '\r' || c == '\f')
            ++m_position;
        else if (c == '#')
            m_position = std::min(m_source.find('\n', m_position), m_source.size());
        else if (c == '\\' && peek(1) == '\n')
            joinLine();
        else if (c == '"' || c == '\'')
            add(TokenKind::String, stringLength(c));
        else if (startsName(c))
            add(TokenKind::Name, nameLength());
        else if (isDigit(c) || (c == '.' && isDigit(peek(1))))
            add(TokenKind::Number, numberLength());
        else
            addOperator(c);
    }

    [[nodiscard]] char peek(std::size_t ahead) const
    {
        return m_position + ahead < m_source.size() ? m_source[m_position + ahead] : '\0';
    }

    void add(TokenKind kind, std::size_t length)
    {
        const std::string_view text = m_source.substr(m_position, length);
        m_tokens.push_back({ kind, m_line, static_cast<std::uint32_t>(m_position - m_lineStart), text });
        m_position += length;
        const auto breaks = std::ranges::count(text, '\n');
        if (breaks > 0) { // inside a string
            m_line += static_cast<std::uint32_t>(breaks);
            m_lineStart = m_position - (text.size() - text.rfind('\n') - 1);
        }
    }

    void addOperator(char c)
    {
        if (c == '(' || c == '[' || c == '{')
            ++m_brackets;
        if ((c == ')' || c == ']' || c == '}') && m_brackets > 0)
            --m_brackets;
        add(TokenKind::Operator, 1);
    }

    void endLine()
    {
        if (m_brackets == 0 && !m_tokens.empty() && m_tokens.back().kind != TokenKind::LineEnd)
            add(TokenKind::LineEnd, 0);
        ++m_position;
        startLine();
    }

    void joinLine()
    {
        m_position += 2;
        startLine();
    }

    void startLine()
    {
        ++m_line;
        m_lineStart = m_position;
    }

    [[nodiscard]] std::size_t nameLength() const
    {
        std::size_t length = 1;
        while (continuesName(peek(length)))
            ++length;
        return length;
    }

    [[nodiscard]] std::size_t digitsFrom(std::size_t length, bool (*accepts)(char)) const
    {
        while (accepts(peek(length)))
            ++length;
        return length;
    }

    /// Ends where PyTorch's lexer ends it, so that no name can hide behind a number.
    [[nodiscard]] std::size_t numberLength() const
    {
        if (peek(0) == '0' && (peek(1) | 0x20) == 'x')
            return digitsFrom(2, isHexDigit);
        std::size_t length = digitsFrom(0, isDigit);
        if (peek(length) == '.')
            length = digitsFrom(length + 1, isDigit);
        if ((peek(length) | 0x20) != 'e')
            return length;
        const std::size_t sign = peek(length + 1) == '-' || peek(length + 1) == '+' ? 2 : 1;
        return isDigit(peek(length + sign)) ? digitsFrom(length + sign, isDigit) : length;
    }

    [[nodiscard]] std::size_t stringLength(char quote) const
    {
        const std::string triple(3, quote);
        const bool isTriple = m_source.substr(m_position).starts_with(triple);
        std::size_t length = isTriple ? 3 : 1;
        while (m_position + length < m_source.size()) {
            const char c = peek(length);
            if (c == '\\')
                length += 2;
            else if (isTriple && m_source.substr(m_position + length).starts_with(triple))
                return length + 3;
            else if (!isTriple && c == quote)
                return length + 1;
            else if (!isTriple && c == '\n')
                return length;
            else
                ++length;
        }
        return m_source.size() - m_position;
    }

    std::string_view m_source;
    std::size_t m_position = 0;
    std::size_t m_lineStart = 0;
    std::uint32_t m_line = 1;
    int m_brackets = 0;
    std::vector<Token> m_tokens;
};

/// Value of the digits at the front, of at most `maxDigits` characters; their number goes into `used`.
unsigned char codeOf(std::string_view digits, std::size_t maxDigits, int base, std::size_t &used)
{
    unsigned value = 0;
    const char *const begin = digits.data();
    const auto [end, error] = std::from_chars(begin, begin + std::min(maxDigits, digits.size()), value, base);
    used = error == std::errc() ? static_cast<std::size_t>(end - begin) : 0;
    return static_cast<unsigned char>(value);
}

/// What the escape means; `used` is the number of characters after the backslash.
std::string escaped(std::string_view rest, std::size_t &used)
{
    constexpr std::string_view letters = "abfnrtv";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
    if (const unsigned char octal = codeOf(rest, 3, 8, used); used > 0)
        return std::string(1, static_cast<char>(octal));
    if (rest.front() == 'x') {
        const unsigned char code = codeOf(rest.substr(1), 2, 16, used);
        ++used;
        return used > 1 ? std::string(1, static_cast<char>(code)) : std::string("x");
    }
    used = 1;
    const std::size_t letter = letters.find(rest.front());
    return std::string(1, letter == std::string_view::npos ? rest.front() : meanings[letter]);
}

} // namespace

int bracketStep(const Token &token)
{
    if (token.is("(") || token.is("[") || token.is("{"))
        return 1;
    return token.is(")") || token.is("]") || token.is("}") ? -1 : 0;
}

std::optional<std::vector<Token>> tokenize(std::string_view source)
{
    return Tokenizer(source).run();
}

std::string stringContent(std::string_view token)
{
    const std::size_t quotes = token.size() >= 6 && token[0] == token[1] && token[1] == token[2] ? 3 : 1;
    if (token.size() < 2 * quotes)
        return {};
    const std::string_view inside = token.substr(quotes, token.size() - 2 * quotes);
    std::string content;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\' || i + 1 == inside.size()) {
            content += inside[i];
            continue;
        }
        std::size_t used = 0;
        content += escaped(inside.substr(i + 1), used);
        i += used;
    }
    return content;
}

} // namespace rooflight
