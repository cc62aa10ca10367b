// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/condition_facts.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rooflight {

namespace {

template<typename Format> std::string rangeText(const std::optional<ConditionRange> &range, Format format)
{
    if (!range)
        return {};
    const std::string least = format(range->least);
    const std::string greatest = format(range->greatest);
    return least == greatest
        ? least
        : translated(QT_TRANSLATE_NOOP("Page", "%1 to %2, median %3"), least, greatest, format(range->median));
}

} // namespace

std::string heldBackText(const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return {};
    return translated(namesPhrase(conditions->throttleReasons));
}

void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return;
    const auto add = [&facts](const char *name, std::string text) {
        if (!text.empty())
            facts.emplace_back(name, std::move(text));
    };
    const auto hertz = [](double value) { return formatQuantity(value, "Hz"); };
    const auto watts = [](double value) { return formatQuantity(value, "W"); };
    const auto celsius = [](double value) { return fmt::format("{:.0f} °C", value); };
    add(QT_TRANSLATE_NOOP("Page", "Clock"), rangeText(conditions->clockHz, hertz));
    add(QT_TRANSLATE_NOOP("Page", "Memory clock"), rangeText(conditions->memoryClockHz, hertz));
    add(QT_TRANSLATE_NOOP("Page", "Power"), rangeText(conditions->powerWatts, watts));
    add(QT_TRANSLATE_NOOP("Page", "Temperature"), rangeText(conditions->temperatureCelsius, celsius));
    add(QT_TRANSLATE_NOOP("Page", "Throttled by"), heldBackText(conditions));
    const auto share = [](const std::optional<double> &part) { return orEmpty(part, formatPercent); };
    add(QT_TRANSLATE_NOOP("Page", "Taken by the host"), share(conditions->stolenShare));
    add(QT_TRANSLATE_NOOP("Page", "Throttled by the CPU quota"), share(conditions->throttledShare));
}

} // namespace rooflight
