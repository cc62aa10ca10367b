// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/sample_flag.h"

#include <algorithm>

namespace rooflight {

std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    std::vector<std::string_view> names = namesOf(flags);
    if (std::ranges::find(names, name(SampleFlag::VeryNoisy)) != names.end())
        std::erase(names, name(SampleFlag::Noisy));
    return names;
}

} // namespace rooflight
