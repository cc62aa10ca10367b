// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/condition_facts.h"

#include "core/report/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ridgepoint {

namespace {

template<typename Format> std::string rangeText(const std::optional<ConditionRange> &range, Format format)
{
    if (!range)
        return {};
    const std::string least = format(range->least);
    const std::string greatest = format(range->greatest);
    return least == greatest ? least : fmt::format("{} to {}, median {}", least, greatest, format(range->median));
}

} // namespace

std::string clockText(const std::optional<ConditionRange> &range)
{
    return rangeText(range, [](double hz) { return formatQuantity(hz, "Hz"); });
}

std::string powerText(const std::optional<ConditionRange> &range)
{
    return rangeText(range, [](double watts) { return formatQuantity(watts, "W"); });
}

std::string temperatureText(const std::optional<ConditionRange> &range)
{
    return rangeText(range, [](double celsius) { return fmt::format("{:.0f} °C", celsius); });
}

std::string heldBackText(const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return {};
    std::string text = fmt::format("{}", fmt::join(conditions->throttleReasons, ", "));
    std::ranges::replace(text, '_', ' ');
    return text;
}

void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return;
    const auto add = [&facts](std::string_view name, std::string text) {
        if (!text.empty())
            facts.emplace_back(name, std::move(text));
    };
    add("Clock", clockText(conditions->clockHz));
    add("Memory clock", clockText(conditions->memoryClockHz));
    add("Power", powerText(conditions->powerWatts));
    add("Temperature", temperatureText(conditions->temperatureCelsius));
    add("Held back by", heldBackText(conditions));
}

} // namespace ridgepoint
