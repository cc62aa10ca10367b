// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/block_spread.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rooflight {

double blockSpread(std::span<const double> samples)
{
    constexpr std::size_t maxBlocks = 10;
    constexpr std::size_t leastSamples = 3;
    const std::size_t blocks = std::min(maxBlocks, samples.size() / leastSamples);
    if (blocks < 2)
        return 0;
    std::vector<double> logs;
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t begin = block * samples.size() / blocks;
        const std::size_t end = (block + 1) * samples.size() / blocks;
        const auto part = samples.subspan(begin, end - begin);
        const double median = medianOf({ part.begin(), part.end() });
        if (!std::isfinite(median) || median <= 0)
            return 0;
        logs.push_back(std::log(median));
    }
    return summarize(logs).stdNs;
}

} // namespace rooflight
