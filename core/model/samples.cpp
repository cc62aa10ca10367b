// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/samples.h"

#include <algorithm>

namespace rooflight {

std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    std::vector<std::string_view> names = namesOf(flags);
    if (std::ranges::find(names, name(SampleFlag::VeryNoisy)) != names.end())
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
