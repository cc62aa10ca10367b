// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/format.h"

#include "core/base/clock.h"

#include "core/base/translation_mark.h"
#include "core/report/format/language.h"
#include "core/results/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace rooflight {

namespace {

constexpr std::string_view noNumber = "–";
/// The sign, not the keyboard's hyphen, which is shorter than a plus and where lines break.
constexpr std::string_view minus = "−";

/// Highway's names of instruction sets that have another name elsewhere; a name stands before its beginning.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> targetNames { {
    { "AVX3_ZEN4", "AVX-512 (Zen 4)" },
    { "AVX3_SPR", "AVX-512 (Sapphire Rapids)" },
    { "AVX3_DL", "AVX-512 (Ice Lake)" },
    { "AVX3", "AVX-512" },
} };

std::string negative(std::string_view magnitude)
{
    return fmt::format("{}{}", minus, magnitude);
}

/// Three significant digits of a value from 0.1 to 1000, without exponent.
std::string threeDigits(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude >= 99.95)
        return fmt::format("{:.0f}", value);
    if (magnitude >= 9.995)
        return fmt::format("{:.1f}", value);
    if (magnitude >= 0.9995)
        return fmt::format("{:.2f}", value);
    // Below one the leading zeros are no digits; what rounds up to the next power of ten has one of them less.
    const int decimals = 2 - static_cast<int>(std::floor(std::log10(magnitude * 1.0005)));
    return fmt::format("{:.{}f}", value, decimals);
}

std::string withUnit(std::string_view number, std::string_view prefix, std::string_view unit)
{
    if (prefix.empty() && unit.empty())
        return std::string(number);
    if (!prefix.empty() && unit.starts_with("1/"))
        unit.remove_prefix(1); // "7.19 k/s"
    return fmt::format("{} {}{}", number, prefix, unit);
}

/// Beyond this a number is in scientific notation: a double has up to 309 digits before the point.
constexpr double maxInDigits = 1e6;

struct Prefix {
    double factor;
    std::string_view text;
};

constexpr std::array prefixes = {
    Prefix { 1e18, "E" }, Prefix { 1e15, "P" }, Prefix { 1e12, "T" }, Prefix { 1e9, "G" },  Prefix { 1e6, "M" },
    Prefix { 1e3, "k" },  Prefix { 1, "" },     Prefix { 1e-3, "m" }, Prefix { 1e-6, "µ" }, Prefix { 1e-9, "n" },
};

constexpr std::array timeUnits = { Prefix { 1e9, "s" }, Prefix { 1e6, "ms" }, Prefix { 1e3, "µs" },
                                   Prefix { 1, "ns" } };

/// The largest one under which the value, once rounded to three digits, is at least one; else the smallest.
const Prefix &prefixIn(std::span<const Prefix> largestFirst, double magnitude)
{
    for (const Prefix &prefix : largestFirst) {
        if (magnitude >= 0.9995 * prefix.factor)
            return prefix;
    }
    return largestFirst.back();
}

/// Relative error of the arithmetic that multiplies a step.
constexpr double tickError = 1e-12;

/// Of a value from 1 on: three digits, and more until what is left is an error of the arithmetic.
int exactDecimals(double value)
{
    constexpr int most = 14;
    int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(value * (1 + tickError)))));
    for (; decimals < most; ++decimals) {
        const double power = std::pow(10.0, decimals);
        if (std::abs(std::round(value * power) / power - value) <= tickError * value)
            break;
    }
    return decimals;
}

bool isRatio(std::string_view unit)
{
    return unit.find('/') != std::string_view::npos;
}

} // namespace

std::string formatQuantity(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return std::string(noNumber);
    if (value == 0)
        return withUnit("0", "", unit);
    if (value < 0)
        return negative(formatQuantity(-value, unit));
    if (value >= 999.5 * prefixes.front().factor || value < 1e-12)
        return withUnit(fmt::format("{:.2e}", value), "", unit);
    if (isRatio(unit) && value >= 0.001 && value < 0.9995)
        return withUnit(threeDigits(value), "", unit);
    const Prefix &prefix = prefixIn(prefixes, value);
    return withUnit(threeDigits(value / prefix.factor), prefix.text, unit);
}

std::string formatRounded(double value)
{
    if (!std::isfinite(value))
        return std::string(noNumber);
    if (value == 0)
        return "0";
    if (value < 0)
        return negative(formatRounded(-value));
    if (value >= 999.5 * prefixes.front().factor / 1000 || value < 1e-12)
        return fmt::format("{:.2e}", value);
    if (value < 999.5)
        return threeDigits(value);
    const double place = std::pow(10, std::floor(std::log10(value)) - 2);
    return formatCount(std::llround(value / place) * std::llround(place));
}

std::string formatRate(double perSecond, std::string_view counted)
{
    return fmt::format("{} {}/s", formatRounded(perSecond), counted);
}

std::string formatDuration(double nanoseconds)
{
    if (!std::isfinite(nanoseconds))
        return std::string(noNumber);
    if (std::abs(nanoseconds) < 0.0005)
        return "0 ns";
    if (nanoseconds < 0)
        return negative(formatDuration(-nanoseconds));
    if (nanoseconds >= maxInDigits * 1e9)
        return withUnit(fmt::format("{:.2e}", nanoseconds / 1e9), "", "s");
    const Prefix &unit = prefixIn(timeUnits, nanoseconds);
    return withUnit(threeDigits(nanoseconds / unit.factor), "", unit.text);
}

std::string formatTick(double nanoseconds)
{
    if (nanoseconds < 0 && std::isfinite(nanoseconds))
        return negative(formatTick(-nanoseconds));
    const auto isAtLeast = [nanoseconds](const Prefix &unit) { return nanoseconds >= unit.factor * (1 - tickError); };
    const auto unit = std::ranges::find_if(timeUnits, isAtLeast);
    // Also what is not finite.
    if (unit == timeUnits.end() || nanoseconds >= maxInDigits * timeUnits.front().factor)
        return formatDuration(nanoseconds);
    const double value = nanoseconds / unit->factor;
    return withUnit(fmt::format("{:.{}f}", value, exactDecimals(value)), "", unit->text);
}

std::array<std::string, 2> withoutUnits(std::array<std::string, 2> ends, std::string_view beside)
{
    const std::string_view unit = beside.substr(std::min(beside.find(' '), beside.size()));
    for (const std::string &end : ends) {
        if (unit.empty() || !std::string_view(end).ends_with(unit))
            return ends;
    }
    for (std::string &end : ends)
        end.resize(end.size() - unit.size());
    return ends;
}

std::string formatDifference(double nanoseconds)
{
    if (!std::isfinite(nanoseconds))
        return std::string(noNumber);
    return nanoseconds < 0 ? formatDuration(nanoseconds) : "+" + formatDuration(nanoseconds);
}

std::string formatWork(std::int64_t amount, std::string_view unit, bool complete)
{
    // Fewer than a thousand are exact.
    const bool few = amount > -1000 && amount < 1000;
    const std::string text =
        few ? withUnit(formatCount(amount), "", unit) : formatQuantity(static_cast<double>(amount), unit);
    const bool stopped = amount >= (unit == "MAC" ? mostMacs : Count::most);
    return complete && !stopped ? text : "≥ " + text;
}

std::string formatBytes(std::int64_t bytes)
{
    return formatWork(bytes, "B");
}

std::string formatCount(std::int64_t count)
{
    // Of the smallest, too, whose magnitude is no std::int64_t.
    std::string text = fmt::format("{}", count).substr(count < 0 ? 1 : 0);
    for (std::size_t position = text.size(); position > 3;) {
        position -= 3;
        text.insert(position, 1, ',');
    }
    return count < 0 ? negative(text) : text;
}

std::string formatIntensity(double flopPerByte)
{
    return formatQuantity(flopPerByte, "FLOP/B");
}

std::string formatNumber(double value, std::string_view unit)
{
    if (unit == "ns")
        return formatDuration(value);
    return unit == "1" ? formatPercent(value) : formatQuantity(value, unit);
}

std::string formatPercent(double fraction)
{
    if (!std::isfinite(fraction))
        return std::string(noNumber);
    const double percent = fraction * 100;
    if (percent == 0)
        return "0 %";
    if (std::abs(percent) < 0.1)
        return percent > 0 ? "<0.1 %" : fmt::format(">{}0.1 %", minus);
    if (percent < 0)
        return negative(formatPercent(-fraction));
    if (percent >= maxInDigits)
        return fmt::format("{:.2e} %", percent);
    return percent < 9.95 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

std::string formatPercentChange(double fraction)
{
    if (!std::isfinite(fraction))
        return std::string(noNumber);
    std::string size = formatPercent(std::abs(fraction));
    const bool tiny = fraction == 0 || size.starts_with('<');
    if (tiny)
        return size;
    return fraction < 0 ? negative(size) : "+" + size;
}

std::string formatRoofValue(double value, const Roof &roof)
{
    return roof.launch() ? formatDuration(value * nsPerSecond) : formatQuantity(value, roof.valueUnit());
}

std::string formatInstructions(std::string_view instructions)
{
    for (const auto &[target, known] : targetNames) {
        if (instructions.starts_with(target))
            return std::string(known) + std::string(instructions.substr(target.size()));
    }
    return std::string(instructions);
}

std::string formatShape(const Shape &shape)
{
    return shape.empty() ? translated(QT_TRANSLATE_NOOP("Page", "scalar")) : fmt::format("{}", fmt::join(shape, "x"));
}

std::string formatShapes(const std::vector<Shape> &shapes)
{
    std::string text;
    for (const Shape &shape : shapes)
        text += (text.empty() ? "" : ", ") + formatShape(shape);
    return text;
}

} // namespace rooflight
