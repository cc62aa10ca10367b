// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/paired_ratio.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <vector>

namespace rooflight {

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

PairedRatio pairedRatio(std::span<const double> first, std::span<const double> control, std::span<const double> other,
                        double factor)
{
    PairedRatio ratio = pairedRatio(first, other, factor);
    const PairedRatio toControl = pairedRatio(control, other, factor);
    if (ratio.rounds == 0 || toControl.rounds == 0)
        return ratio;
    ratio.interval = { std::min(ratio.interval[0], toControl.interval[0]),
                       std::max(ratio.interval[1], toControl.interval[1]) };
    return ratio;
}

} // namespace rooflight
