// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/request_options.h"

#include "core/base/text.h"

#include <cmath>

namespace rooflight {

bool NumberRange::contains(double number) const
{
    return std::isfinite(number) && number <= most && (leavesOutLeast ? number > least : number >= least)
        && (!isWhole || number == std::floor(number));
}

std::string NumberRange::refusal() const
{
    const std::string what = isWhole ? "is not an integer " : "is not a number ";
    if (leavesOutLeast)
        return what + "above " + plainNumber(least);
    return what + "from " + plainNumber(least) + (std::isfinite(most) ? " to " + plainNumber(most) : " up");
}

double OptionFacts::inRequest(double number) const
{
    constexpr double wholePercent = 100;
    constexpr double bytesPerGigabyte = 1e9;
    constexpr double mostBytes = 9e18;
    if (unit == OptionUnit::Percent)
        return number / wholePercent;
    return unit == OptionUnit::Gigabytes ? std::min(number * bytesPerGigabyte, mostBytes) : number;
}

NumberRange OptionFacts::rangeInRequest() const
{
    NumberRange there = range;
    there.least = inRequest(range.least);
    there.most = std::isfinite(range.most) ? inRequest(range.most) : range.most;
    return there;
}

std::vector<std::string> OptionFacts::offeredWords() const
{
    std::vector<std::string> offered(words.begin(), words.end());
    std::erase(offered, exceptWord);
    return offered;
}

std::string OptionFacts::refusalOf(const std::string &text) const
{
    if (const std::vector<std::string> known = offeredWords(); !known.empty()) {
        if (std::ranges::find(known, text) != known.end())
            return {};
        std::string refusal = text + " is not one of ";
        for (const std::string &word : known)
            refusal += (&word == &known.front() ? "" : ", ") + word;
        const std::string meant = didYouMean(text, known);
        return meant.empty() ? refusal : refusal + '.' + meant;
    }
    if (kind != OptionKind::Number)
        return {};
    const std::optional<std::int64_t> whole = parseNumber<std::int64_t>(text);
    const std::optional<double> number = range.isWhole && !whole ? std::nullopt : parseNumber<double>(text);
    return number && range.contains(*number) ? std::string() : text + ' ' + range.refusal();
}

} // namespace rooflight
