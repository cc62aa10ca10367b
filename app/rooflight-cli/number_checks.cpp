// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/number_checks.h"

#include "core/base/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rooflight {

namespace {

std::optional<double> finiteNumber(const std::string &text)
{
    const auto number = parseNumber<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

} // namespace

CLI::Validator aboveZero()
{
    const auto check = [](const std::string &text) {
        const std::optional<double> number = finiteNumber(text);
        return number && *number > 0 ? std::string() : fmt::format("{} is not a number above 0", text);
    };
    return { check, "" };
}

CLI::Validator notBelowZero()
{
    const auto check = [](const std::string &text) {
        const std::optional<double> number = finiteNumber(text);
        return number && *number >= 0 ? std::string() : fmt::format("{} is not a number from 0 up", text);
    };
    return { check, "" };
}

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most)
{
    const auto check = [least, most](const std::string &text) {
        const auto number = parseNumber<std::int64_t>(text);
        if (number && *number >= least && *number <= most)
            return std::string();
        if (most == std::numeric_limits<std::int64_t>::max())
            return fmt::format("{} is not an integer from {} up", text, least);
        return fmt::format("{} is not an integer from {} to {}", text, least, most);
    };
    return { check, "" };
}

CLI::Validator oneOf(std::vector<std::string> words)
{
    const std::string list = fmt::format("{{{}}}", fmt::join(words, ","));
    const auto check = [words = std::move(words)](const std::string &text) {
        if (std::ranges::find(words, text) != words.end())
            return std::string();
        return fmt::format("{} is not one of {}.{}", text, fmt::join(words, ", "), didYouMean(text, words));
    };
    return { check, list };
}

CLI::Validator percentage(int most)
{
    const auto check = [most](const std::string &text) {
        const std::optional<double> number = finiteNumber(text);
        const bool fits = number && *number >= 0 && *number <= most;
        return fits ? std::string() : fmt::format("{} is not a number from 0 to {}", text, most);
    };
    return { check, "" };
}

} // namespace rooflight
