// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>

namespace rooflight {

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

} // namespace rooflight
