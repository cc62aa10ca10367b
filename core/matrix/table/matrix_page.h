// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/table/matrix_table.h"

#include <string>
#include <vector>

namespace rooflight {

/// The columns of matrix.csv, then `deviation_factor`, `deviation_score`, `outlier`.
[[nodiscard]] std::string matrixTableToCsv(const MatrixTable &table, const std::vector<MatrixRow> &rows);

/// A page that needs nothing else: models by targets, each cell with its median, the share of the roof, its runs as a
/// line, and a mark if it is an outlier.
[[nodiscard]] std::string matrixTableToHtml(const MatrixTable &table, const std::vector<MatrixRow> &rows,
                                            const std::string &title);

/// Points of a sparkline in a box, from 0 to its width and from 0, which is the top, to its height.
struct SparklinePoint {
    double x = 0;
    double y = 0;

    bool operator==(const SparklinePoint &) const = default;
};

/// Points that span the height from the least to the greatest value; in the middle if all are the same. No points for
/// fewer than two values.
[[nodiscard]] std::vector<SparklinePoint> sparklinePoints(const std::vector<double> &values, double width,
                                                          double height);

} // namespace rooflight
