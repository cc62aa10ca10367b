// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace ridgepoint {

/// A number of things: never negative, and at the end of its range it stays there instead of wrapping round. Shapes
/// come from files that nobody vouches for.
class Count
{
public:
    constexpr Count(std::int64_t value = 0)
        : m_value(value > 0 ? value : 0)
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
    /// Rounds down; nothing can be shared out among nobody.
    friend constexpr Count operator/(Count a, Count b) { return b.m_value == 0 ? 0 : a.m_value / b.m_value; }
    constexpr Count &operator+=(Count other) { return *this = *this + other; }
    constexpr Count &operator*=(Count other) { return *this = *this * other; }

    friend constexpr auto operator<=>(Count a, Count b) = default;

private:
    static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

    std::int64_t m_value;
};

} // namespace ridgepoint
