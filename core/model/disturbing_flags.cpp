// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/disturbing_flags.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

/// What a flag says of the runs or of the roof that has it.
struct Disturbance {
    std::string_view flag;
    bool ofRuns = false; ///< disturbs runs
    bool ofRoofs = false; ///< disturbs roofs
    bool hidesQuietValue = false;
    bool isUneven = false; ///< of runs
};

constexpr std::array table = {
    Disturbance { .flag = "very_noisy", .ofRuns = true, .isUneven = true },
    Disturbance { .flag = "partial", .ofRoofs = true, .hidesQuietValue = true },
    Disturbance { .flag = "other_load", .ofRuns = true, .ofRoofs = true, .hidesQuietValue = true, .isUneven = true },
    Disturbance { .flag = "throttled", .ofRuns = true, .ofRoofs = true, .hidesQuietValue = true, .isUneven = true },
    Disturbance { .flag = "hot", .ofRuns = true, .hidesQuietValue = true, .isUneven = true },
    Disturbance { .flag = "unsteady", .ofRoofs = true },
    Disturbance { .flag = "few_samples", .ofRoofs = true },
    Disturbance { .flag = "noisy", .isUneven = true },
    Disturbance { .flag = "drift", .isUneven = true },
    Disturbance { .flag = "bimodal", .isUneven = true },
    Disturbance { .flag = "power_capped", .isUneven = true },
};

/// A launch overhead is compared with times of the same order: it need not be known better.
constexpr double launchHalfWidth = 0.05;

/// The limit of its power is why a rate varies, at any moment.
bool variesByItself(const Roof &roof)
{
    const auto &[low, high] = roof.interval;
    const bool isKnown = high > 0 && (high - low) / 2 <= launchHalfWidth * roof.value;
    return roof.hasFlag("power_capped") || (roof.launch() && isKnown);
}

bool hasFlagOf(const Disturbance &disturbance, const std::vector<OpenEnum<SampleFlag>> &flags)
{
    return hasFlag(flags, OpenEnum<SampleFlag>(disturbance.flag));
}

} // namespace

std::vector<std::string> disturbancesOf(const Roof &roof)
{
    std::vector<std::string> found;
    for (const Disturbance &disturbance : table) {
        const bool isItsNature = disturbance.flag == "unsteady" && variesByItself(roof);
        if (disturbance.ofRoofs && !isItsNature && roof.hasFlag(disturbance.flag))
            found.emplace_back(disturbance.flag);
    }
    return found;
}

std::vector<std::string> disturbancesOf(const Roof &roof, std::string_view effort)
{
    std::vector<std::string> found = disturbancesOf(roof);
    if (effort == "quick")
        std::erase(found, "few_samples");
    return found;
}

std::vector<std::string> disturbancesOf(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    std::vector<std::string> found;
    for (const Disturbance &disturbance : table) {
        if (disturbance.ofRuns && hasFlagOf(disturbance, flags))
            found.emplace_back(disturbance.flag);
    }
    return found;
}

std::vector<std::string> joinedDisturbances(std::vector<std::string> some, const std::vector<std::string> &more)
{
    for (const std::string &flag : more) {
        if (std::ranges::find(some, flag) == some.end())
            some.push_back(flag);
    }
    return some;
}

bool hidesQuietValue(const std::vector<std::string> &disturbances)
{
    return std::ranges::any_of(table, [&disturbances](const Disturbance &disturbance) {
        return disturbance.hidesQuietValue && std::ranges::find(disturbances, disturbance.flag) != disturbances.end();
    });
}

bool isUneven(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    return std::ranges::any_of(table, [&flags](const Disturbance &disturbance) {
        return disturbance.isUneven && hasFlagOf(disturbance, flags);
    });
}

bool isTooUncertain(const Roof &roof)
{
    const auto &[low, high] = roof.interval;
    return high > 0 && (low <= 0 || high - low > roof.value);
}

} // namespace rooflight
