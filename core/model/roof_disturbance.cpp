// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/roof_disturbance.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::array<std::string_view, 5> disturbances = { "partial", "other_load", "throttled", "unsteady",
                                                           "few_samples" };

/// A launch overhead is compared with times of the same order: it need not be known better.
constexpr double launchHalfWidth = 0.05;

/// The limit of its power is why a rate varies, at any moment.
bool variesByItself(const Roof &roof)
{
    const auto &[low, high] = roof.interval;
    const bool isKnown = high > 0 && (high - low) / 2 <= launchHalfWidth * roof.value;
    return roof.hasFlag("power_capped") || (roof.launch() && isKnown);
}

} // namespace

std::vector<std::string> disturbancesOf(const Roof &roof)
{
    std::vector<std::string> found;
    for (const std::string_view flag : disturbances) {
        if (flag == "unsteady" && variesByItself(roof))
            continue;
        if (roof.hasFlag(flag))
            found.emplace_back(flag);
    }
    return found;
}

bool isTooUncertain(const Roof &roof)
{
    const auto &[low, high] = roof.interval;
    return high > 0 && (low <= 0 || high - low > roof.value);
}

} // namespace rooflight
