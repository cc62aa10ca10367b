// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Some values of an enumeration whose values are 0 to 63.
template<typename Enum> class EnumSet
{
public:
    constexpr EnumSet(std::initializer_list<Enum> values)
    {
        for (const Enum value : values)
            m_bits |= bitOf(value);
    }

    [[nodiscard]] constexpr bool has(Enum value) const { return (m_bits & bitOf(value)) != 0; }

private:
    static constexpr std::uint64_t bitOf(Enum value) { return std::uint64_t { 1 } << static_cast<unsigned>(value); }

    std::uint64_t m_bits = 0;
};

/// A value of an enumeration as it stands in files, where a newer version may have written a name that this one does
/// not know. Such a name is kept, and equals no value. `enumNames<Enum>` is the table of names.
template<typename Enum> class OpenEnum
{
public:
    OpenEnum() = default; ///< the empty name
    OpenEnum(Enum value)
        : m_value(value)
    {
    }

    explicit OpenEnum(std::string_view name)
        : m_value(valueIn(enumNames<Enum>, name))
        , m_unknownName(m_value ? std::string_view() : name)
    {
    }

    [[nodiscard]] std::optional<Enum> value() const { return m_value; } ///< absent for an unknown or empty name
    [[nodiscard]] std::string_view name() const
    {
        return m_value ? nameIn(enumNames<Enum>, *m_value) : std::string_view(m_unknownName);
    }

    bool operator==(const OpenEnum &) const = default;

private:
    std::optional<Enum> m_value;
    std::string m_unknownName;
};

/// Valid as long as the list is.
template<typename Enum> [[nodiscard]] std::vector<std::string_view> namesOf(const std::vector<OpenEnum<Enum>> &list)
{
    std::vector<std::string_view> names;
    names.reserve(list.size());
    for (const OpenEnum<Enum> &value : list)
        names.push_back(value.name());
    return names;
}

} // namespace rooflight
