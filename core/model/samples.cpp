// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/samples.h"

#include <algorithm>

namespace rooflight {

bool hasFlag(const std::vector<OpenEnum<SampleFlag>> &flags, const OpenEnum<SampleFlag> &flag)
{
    return std::ranges::find(flags, flag) != flags.end();
}

std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    std::vector<std::string_view> names = namesOf(flags);
    if (hasFlag(flags, SampleFlag::VeryNoisy))
        std::erase(names, name(SampleFlag::Noisy));
    return names;
}

std::optional<double> Summary::percentile(double percent) const
{
    for (const Percentile &candidate : percentiles) {
        if (candidate.percent == percent)
            return candidate.valueNs;
    }
    return std::nullopt;
}

} // namespace rooflight
