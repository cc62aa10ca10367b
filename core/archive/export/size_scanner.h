// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rooflight {

/// Takes the text of an expression of sizes apart, from its beginning; spaces between its parts do not matter.
class SizeScanner
{
public:
    explicit SizeScanner(std::string_view text)
        : m_rest(text)
    {
    }

protected:
    [[nodiscard]] static bool isPartOfWord(char character)
    {
        return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
    }

    void skipSpace() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(' '), m_rest.size())); }

    /// Whether the token is next; what is before another one stays.
    bool take(std::string_view token)
    {
        const std::string_view before = m_rest;
        skipSpace();
        const bool found = m_rest.starts_with(token);
        m_rest = found ? m_rest.substr(token.size()) : before;
        return found;
    }

    /// Letters, digits and underscores; empty if something else is next.
    std::string_view word()
    {
        skipSpace();
        const auto length = std::ranges::find_if_not(m_rest, isPartOfWord) - m_rest.begin();
        const std::string_view result = m_rest.substr(0, static_cast<std::size_t>(length));
        m_rest.remove_prefix(result.size());
        return result;
    }

    /// `nullopt` if no whole number of 64 bits is next.
    std::optional<std::int64_t> integer()
    {
        skipSpace();
        std::int64_t value = 0;
        const auto [end, failure] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (failure != std::errc())
            return std::nullopt;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }

    std::string_view m_rest; ///< what is still to be read
};

} // namespace rooflight
