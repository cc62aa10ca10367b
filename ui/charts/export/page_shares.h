// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace rooflight {

/// The least heights of what a page of a report shows between its header and its footer; 0 of what it does not show.
struct PageNeeds {
    double height = 0; ///< of all
    double gap = 0; ///< between two parts
    double roofline = 0; ///< with what is below it
    double latency = 0; ///< beside it
    double bounds = 0; ///< below the latency
    double tableHead = 0;
    double tableRow = 0;
    std::size_t rows = 0; ///< of the table, at most
    std::size_t leastRows = 0; ///< fewer are no table, unless there are no more
};

/// What is shown of them.
struct PageShares {
    std::size_t rows = 0; ///< of the table; 0: no table
    double tableHeight = 0;
    bool hasLatency = false;
    bool hasBounds = false;
};

/// Shares a page: rows of the table give way to the charts, the whole table to the roofline. If the latency has no
/// room above the bounds, it is left out.
[[nodiscard]] PageShares sharesOf(const PageNeeds &needs);

} // namespace rooflight
