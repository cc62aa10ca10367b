// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/paired_ratio.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <vector>

namespace ridgepoint {

PairedRatio pairedRatio(std::span<const double> first, std::span<const double> other, double factor)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < std::min(first.size(), other.size()); ++round) {
        if (first[round] > 0)
            ratios.push_back(other[round] * factor / first[round]);
    }
    const Summary summary = summarize(ratios);
    if (summary.count == 0)
        return {};
    return { summary.medianNs, summary.medianIntervalNs, ratios.size() };
}

} // namespace ridgepoint
