// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/table/matrix_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// How far a cell is from what its line and its column let expect.
struct CellDeviation {
    double factor = 1; ///< measured / expected
    double score = 0; ///< robust: modified z-score, Iglewicz and Hoaglin, "How to detect and handle outliers", 1993
    bool outlier = false; ///< by more than MatrixTable::outlierScore and MatrixTable::leastFactor

    bool operator==(const CellDeviation &) const = default;
};

/// The cells of a matrix as models and inputs by targets and executions.
struct MatrixTable {
    static constexpr double outlierScore = 3.5; ///< as Iglewicz and Hoaglin recommend
    static constexpr double leastFactor = 1.05; ///< what is less apart is none, however steady the others are
    static constexpr std::size_t fewestCells = 5; ///< measured, for any to be called an outlier

    struct Line {
        std::string model;
        std::string input;

        bool operator==(const Line &) const = default;
    };
    struct Column {
        std::string target;
        std::string execution;

        bool operator==(const Column &) const = default;
    };

    std::vector<Line> lines; ///< in the order of the rows
    std::vector<Column> columns;
    std::vector<std::vector<std::optional<std::size_t>>>
        cells; ///< by line and column: which row; none: not in the plan
    std::vector<std::optional<CellDeviation>> deviations; ///< by row; none if nothing was measured, or nothing beside

    [[nodiscard]] const std::optional<std::size_t> &cell(std::size_t line, std::size_t column) const
    {
        return cells[line][column];
    }
};

/// Expected is, in logarithms, what the line and the column have in common with their cells (Tukey's median polish,
/// "Exploratory Data Analysis", 1977): models of any size and targets of any speed, so that what is left are cells
/// unlike the others. Deviations are judged by the median of their absolute values; if that is 0, by the mean.
[[nodiscard]] MatrixTable tableOf(const std::vector<MatrixRow> &rows);

/// A line in two columns.
struct ColumnChange {
    std::size_t line = 0;
    std::size_t before = 0; ///< rows
    std::size_t after = 0;
    double ratio = 1; ///< median after / median before
    bool apart = false; ///< the intervals of the medians do not overlap

    bool operator==(const ColumnChange &) const = default;
};

/// Changes of the lines that were measured in both columns.
[[nodiscard]] std::vector<ColumnChange> changesBetween(const MatrixTable &table, const std::vector<MatrixRow> &rows,
                                                       std::size_t before, std::size_t after);

/// Medians of parts of equal number, in order: at most 24; the samples themselves if they are fewer.
[[nodiscard]] std::vector<double> sparklineOf(const std::vector<double> &samples);

/// "done", or "done, disturbed: other work".
[[nodiscard]] std::string statusText(const MatrixRow &row);

/// "resnet18", "resnet18 · b8": what is the same in all lines is left out.
[[nodiscard]] std::string lineTitle(const MatrixTable &table, std::size_t line);
[[nodiscard]] std::string columnTitle(const MatrixTable &table, std::size_t column);

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
