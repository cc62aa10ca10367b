// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/sample_flag.h"

#include <algorithm>
#include <array>

namespace rooflight {

std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    std::vector<std::string_view> names = namesOf(flags);
    if (std::ranges::find(names, name(SampleFlag::VeryNoisy)) != names.end())
        std::erase(names, name(SampleFlag::Noisy));
    return names;
}

std::vector<std::string> disturbancesOf(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    static constexpr std::array disturbances = { SampleFlag::VeryNoisy, SampleFlag::OtherLoad, SampleFlag::Throttled,
                                                 SampleFlag::Hot };
    std::vector<std::string> names;
    for (const SampleFlag flag : disturbances) {
        if (std::ranges::find(flags, OpenEnum<SampleFlag>(flag)) != flags.end())
            names.emplace_back(name(flag));
    }
    return names;
}

std::vector<std::string> joinedDisturbances(std::vector<std::string> some, const std::vector<std::string> &more)
{
    for (const std::string &flag : more) {
        if (std::ranges::find(some, flag) == some.end())
            some.push_back(flag);
    }
    return some;
}

} // namespace rooflight
