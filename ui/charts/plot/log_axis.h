// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace rooflight {

/// A mark on a logarithmic axis whose positions are decimal logarithms.
struct LogTick {
    double position = 0; ///< log10 of the value
    QString label;
};

/// Labels for the part of an axis from low to high (log10): whole decades, then 1-2-5, then even steps, whichever
/// coarsest gives at least two and no more than maximumCount; of those that would nearly touch every other one.
[[nodiscard]] std::vector<LogTick> logTicks(double low, double high, std::string_view unit, int maximumCount);

/// How many of them an axis of this length has room for, two at least.
[[nodiscard]] int tickCount(double pixels, double pixelsPerLabel);

/// Where finer grid lines go: 2..9 of each decade; empty when the decades are too narrow to distinguish them.
[[nodiscard]] std::vector<double> minorTicks(double low, double high, double pixelPerDecade);

/// A value of an axis without its unit, which the axis names: "10 G", "0.5", "200 k", "10⁻⁶".
[[nodiscard]] QString axisNumber(double value, std::string_view unit);

} // namespace rooflight
