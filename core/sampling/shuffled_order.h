// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

namespace rooflight {

/// The variants of a round in an order that changes from round to round, so that a clock that drifts drifts for all.
/// The same orders in every measurement.
class ShuffledOrder
{
public:
    explicit ShuffledOrder(std::size_t variants)
        : m_order(variants)
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t { 0 });
    }

    [[nodiscard]] const std::vector<std::size_t> &next()
    {
        std::ranges::shuffle(m_order, m_random);
        return m_order;
    }

private:
    std::vector<std::size_t> m_order;
    std::mt19937 m_random { 12345 };
};

} // namespace rooflight
