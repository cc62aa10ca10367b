// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <Qt>

#include <optional>

namespace rooflight {

/// For QSortFilterProxyModel::lessThan(): what is not known stands last in both directions.
template<typename Value, typename Less>
[[nodiscard]] bool lessUnknownLast(const std::optional<Value> &left, const std::optional<Value> &right,
                                   Qt::SortOrder order, Less less)
{
    if (left.has_value() != right.has_value())
        return left.has_value() == (order == Qt::AscendingOrder);
    return left && less(*left, *right);
}

} // namespace rooflight
