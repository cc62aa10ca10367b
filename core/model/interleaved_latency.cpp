// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/interleaved_latency.h"

namespace rooflight {

bool isFarSlower(const std::array<double, 2> &interval, std::int64_t rounds)
{
    constexpr double farAbove = 1.5;
    constexpr std::int64_t fewestRounds = 3;
    return rounds >= fewestRounds && interval[0] > farAbove;
}

VariantVerdict verdictOfRatio(const std::array<double, 2> &interval)
{
    constexpr double sameWithin = 0.02; // a ratio this close to 1 is no difference
    const auto &[low, high] = interval;
    if (high < 1)
        return VariantVerdict::Faster;
    if (low > 1)
        return VariantVerdict::Slower;
    return low >= 1 - sameWithin && high <= 1 + sameWithin ? VariantVerdict::Same : VariantVerdict::Unclear;
}

} // namespace rooflight
