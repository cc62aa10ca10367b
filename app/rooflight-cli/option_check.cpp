// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/option_check.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rooflight {

CLI::Validator valueOf(const OptionFacts &option)
{
    const std::vector<std::string> words = option.offeredWords();
    const auto check = [option](const std::string &text) { return option.refusalOf(text); };
    return { check, words.empty() ? std::string() : fmt::format("{{{}}}", fmt::join(words, ",")) };
}

CLI::Validator valueOf(const NumberRange &range)
{
    return valueOf(OptionFacts { .range = range, .kind = OptionKind::Number });
}

} // namespace rooflight
