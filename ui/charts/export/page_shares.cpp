// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/page_shares.h"

#include <algorithm>

namespace rooflight {

namespace {

double tableHeight(const PageNeeds &needs, std::size_t rows)
{
    return rows > 0 ? needs.tableHead + needs.tableRow * static_cast<double>(rows) : 0;
}

double chartsHeight(const PageNeeds &needs, std::size_t rows)
{
    return needs.height - tableHeight(needs, rows) - needs.gap;
}

/// As many rows as leave the charts their height; 0 if hardly any do.
std::size_t rowsBelow(const PageNeeds &needs, double charts)
{
    std::size_t rows = needs.rows;
    while (rows > 0 && chartsHeight(needs, rows) < charts)
        --rows;
    return rows >= std::min(needs.leastRows, needs.rows) ? rows : 0;
}

} // namespace

PageShares sharesOf(const PageNeeds &needs)
{
    const double beside = needs.latency + (needs.latency > 0 && needs.bounds > 0 ? needs.gap : 0) + needs.bounds;
    PageShares shares;
    shares.rows = rowsBelow(needs, std::max(needs.roofline, beside));
    if (shares.rows == 0)
        shares.rows = rowsBelow(needs, needs.roofline);
    shares.tableHeight = tableHeight(needs, shares.rows);
    const double charts = chartsHeight(needs, shares.rows);
    shares.hasLatency = needs.latency > 0 && charts >= beside;
    shares.hasBounds = needs.bounds > 0 && charts >= needs.bounds;
    return shares;
}

} // namespace rooflight
