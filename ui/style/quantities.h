// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/format.h"

#include <QString>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rooflight {

/// Numbers with their units, as every report writes them.

[[nodiscard]] inline QString durationText(double nanoseconds) ///< "1.25 ms"
{
    return QString::fromStdString(formatDuration(nanoseconds));
}

[[nodiscard]] inline QString tickText(double nanoseconds) ///< "331.5 µs": of an axis of times
{
    return QString::fromStdString(formatTick(nanoseconds));
}

[[nodiscard]] inline QString durationOrEmpty(const std::optional<double> &nanoseconds) ///< empty if there is none
{
    return QString::fromStdString(orEmpty(nanoseconds, formatDuration));
}

[[nodiscard]] inline QString percentText(double fraction) ///< "12 %"
{
    return QString::fromStdString(formatPercent(fraction));
}

[[nodiscard]] inline QString percentChangeText(double fraction) ///< "−12 %"
{
    return QString::fromStdString(formatPercentChange(fraction));
}

[[nodiscard]] inline QString bytesText(std::int64_t bytes) ///< "3.21 MB"
{
    return QString::fromStdString(formatBytes(bytes));
}

[[nodiscard]] inline QString countText(std::int64_t count) ///< "1,250"
{
    return QString::fromStdString(formatCount(count));
}

[[nodiscard]] inline QString roundedCountText(double count) ///< "1,250", of the nearest whole number
{
    return countText(std::llround(count));
}

[[nodiscard]] inline QString quantityText(double value, std::string_view unit) ///< "42.0 GB/s"
{
    return QString::fromStdString(formatQuantity(value, unit));
}

} // namespace rooflight
