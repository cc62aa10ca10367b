// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace ridgepoint {

/// Table of an enumeration's stable identifiers; one line a value.
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

} // namespace ridgepoint
