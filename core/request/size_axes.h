// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/results/sweep/sweep.h"

#include <string>
#include <vector>

namespace rooflight {

/// The sizes of one point, one an axis: for setSizes(), "NAME=VALUE".
using PointSizes = std::vector<std::pair<std::string, std::int64_t>>;

/// The axes of a sweep and the points on them.
struct SizeGrid {
    std::vector<SizeAxis> axes;
    std::vector<SizeAxis> measuredAt; ///< empty: all points are measured, unless they are predicted

    /// Every combination, the first axis slowest.
    [[nodiscard]] std::vector<PointSizes> points() const;

    /// Whether a point of a sweep that predicts is measured as well.
    [[nodiscard]] bool isMeasuredToo(const PointSizes &point) const;
};

/// "NAME=1,2,4", "NAME=1..8", "NAME=1..4096x2" (times two each) or "NAME=64..512+64"; NAME may be several, joined with
/// commas, that have one size. Errors: CommandLine.
[[nodiscard]] Result<SizeAxis> parseSizeAxis(const std::string &text);

/// The axes that a request names; none if it sweeps over batches. Errors: CommandLine for axes that make no sense,
/// and for choices that do not go together with them or with Request::predict.
[[nodiscard]] Result<SizeGrid> sizeGridOf(const Request &request);

/// Names of an axis: those that its name joins.
[[nodiscard]] std::vector<std::string> namesOnAxis(const std::string &axis);

/// Sizes as --dim gives them, and those of a point behind them.
[[nodiscard]] std::vector<std::string> sizesAt(std::vector<std::string> given, const PointSizes &point);

} // namespace rooflight
