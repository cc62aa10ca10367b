// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace rooflight {

/// A number of things: never negative, and at the end of its range it stays there instead of wrapping round. Shapes
/// come from untrusted files.
class Count
{
public:
    /// More than any model does; low enough that two of them can be added in any integer.
    static constexpr std::int64_t most = std::int64_t { 1 } << 61;

    constexpr Count(std::int64_t value = 0)
        : m_value(std::clamp<std::int64_t>(value, 0, most))
    {
    }

    [[nodiscard]] constexpr std::int64_t value() const { return m_value; }

    friend constexpr Count operator+(Count a, Count b)
    {
        return a.m_value > most - b.m_value ? most : a.m_value + b.m_value;
    }
    /// Not below zero.
    friend constexpr Count operator-(Count a, Count b) { return a.m_value - b.m_value; }
    friend constexpr Count operator*(Count a, Count b)
    {
        return b.m_value != 0 && a.m_value > most / b.m_value ? most : a.m_value * b.m_value;
    }
    /// Rounds down. Division by zero yields zero.
    friend constexpr Count operator/(Count a, Count b) { return b.m_value == 0 ? 0 : a.m_value / b.m_value; }
    constexpr Count &operator+=(Count other) { return *this = *this + other; }
    constexpr Count &operator*=(Count other) { return *this = *this * other; }

    // clang-tidy 14 takes the 0 of the generated comparison for a null pointer.
    friend constexpr auto operator<=>(Count a, Count b) = default; // NOLINT(modernize-use-nullptr)

private:
    std::int64_t m_value;
};

} // namespace rooflight
