// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace rooflight {

/// Table of an enumeration's stable identifiers, which files and tables use; one line a value.
template<typename Enum, std::size_t N> using EnumNames = std::array<std::pair<Enum, std::string_view>, N>;

template<typename Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view nameIn(const EnumNames<Enum, N> &names, Enum value)
{
    for (const auto &[candidate, text] : names) {
        if (candidate == value)
            return text;
    }
    return {};
}

template<typename Enum, std::size_t N>
[[nodiscard]] constexpr std::optional<Enum> valueIn(const EnumNames<Enum, N> &names, std::string_view text)
{
    for (const auto &[value, candidate] : names) {
        if (candidate == text)
            return value;
    }
    return std::nullopt;
}

/// The table of an enumeration, specialised below its declaration.
template<typename Enum> inline constexpr std::nullopt_t enumNames = std::nullopt;

template<typename Enum>
concept NamedEnum = requires
{
    enumNames<Enum>.size();
};

/// The stable identifier, for example "fp32".
template<NamedEnum Enum> [[nodiscard]] constexpr std::string_view name(Enum value)
{
    return nameIn(enumNames<Enum>, value);
}

template<NamedEnum Enum> [[nodiscard]] constexpr std::optional<Enum> valueOfName(std::string_view text)
{
    return valueIn(enumNames<Enum>, text);
}

template<auto Fallback> [[nodiscard]] constexpr auto valueOfNameOr(std::string_view text)
{
    return valueIn(enumNames<decltype(Fallback)>, text).value_or(Fallback);
}

/// The inverse of name(): no value for an unknown identifier, or the one that a specialisation has for it.
template<typename Enum> inline constexpr auto fromName = valueOfName<Enum>;

} // namespace rooflight
