// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"
#include "core/results/roofs/roofs.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// The one place where numbers become text for people: window, terminal and pictures all call it. Three significant
/// digits, SI prefixes (k, M, G, T = powers of 1000), a space before the unit, '.' as decimal sign,
/// '−' (no hyphen) as minus.

/// "1.81 GFLOP", "42.0 GB/s", "0.500 FLOP/B" (values from 0.001 to 1 keep no prefix when the unit is a ratio).
[[nodiscard]] std::string formatQuantity(double value, std::string_view unit);
/// "7,190", "0.512": three significant digits, without a prefix or a unit, as of ratios.
[[nodiscard]] std::string formatRounded(double value);
/// "7,190 items/s": what is counted takes no prefix.
[[nodiscard]] std::string formatRate(double perSecond, std::string_view counted);
/// "24.3 ms", "812 ns", "1.20 s".
[[nodiscard]] std::string formatDuration(double nanoseconds);
/// As formatDuration(), with as many digits more as it takes to name this time and no other: "331.5 µs". Of ticks.
[[nodiscard]] std::string formatTick(double nanoseconds);
/// Both ends of an interval without their unit if that of \p beside stands beside them: "6.1" and "6.4" of 6.2 ms.
[[nodiscard]] std::array<std::string, 2> withoutUnits(std::array<std::string, 2> ends, std::string_view beside);
/// What two durations are apart: "+1.20 ms", "−812 ns".
[[nodiscard]] std::string formatDifference(double nanoseconds);
/// "1.81 GFLOP", "64 FLOP"; "≥ 1.81 GFLOP" if something among it has no formula and \p complete is false, and for
/// what stopped at the end of its range.
[[nodiscard]] std::string formatWork(std::int64_t amount, std::string_view unit, bool complete = true);
/// "84.0 MB": powers of 1000.
[[nodiscard]] std::string formatBytes(std::int64_t bytes);
/// "11,689,512".
[[nodiscard]] std::string formatCount(std::int64_t count);
/// "61.3 FLOP/B".
[[nodiscard]] std::string formatIntensity(double flopPerByte);
/// A duration of "ns", a share of "1", else a quantity.
[[nodiscard]] std::string formatNumber(double value, std::string_view unit);
/// "61 %" from 10 % up, "6.1 %" below, "<0.1 %" for what is smaller but not zero.
[[nodiscard]] std::string formatPercent(double fraction);
/// "+12 %", "−8.3 %"; "<0.1 %" and "0 %" without a sign.
[[nodiscard]] std::string formatPercentChange(double fraction);
/// A value of a roof: "571 GFLOP/s", "176 GB/s", of a launch "1.20 µs".
[[nodiscard]] std::string formatRoofValue(double value, const Roof &roof);
/// "AVX-512 (Zen 4)" for "AVX3_ZEN4", as Highway calls it; other instructions as they are.
[[nodiscard]] std::string formatInstructions(std::string_view instructions);
/// "1x3x224x224"; "scalar" for no dimensions.
[[nodiscard]] std::string formatShape(const Shape &shape);
/// Shapes joined by ", ".
[[nodiscard]] std::string formatShapes(const std::vector<Shape> &shapes);

/// One of these of a value that there is, else nothing.
template<typename Number, typename Format>
[[nodiscard]] std::string orEmpty(const std::optional<Number> &value, Format format)
{
    return value ? format(*value) : std::string();
}

} // namespace rooflight
