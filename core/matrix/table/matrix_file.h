// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

enum class CellStatus { Missing, Done, Failed };

template<>
inline constexpr auto enumNames<CellStatus> = EnumNames<CellStatus, 3> { {
    { CellStatus::Missing, "missing" },
    { CellStatus::Done, "done" },
    { CellStatus::Failed, "failed" },
} };

/// One line of the index of a matrix. Times are ns; what was not measured is absent.
struct MatrixRow {
    std::string name;
    std::string model;
    std::string input;
    std::string target;
    std::string execution;
    CellStatus status = CellStatus::Missing;
    std::optional<double> medianNs;
    std::optional<double> intervalLowNs; ///< 95 %, of the median
    std::optional<double> intervalHighNs;
    std::optional<double> throughputPerSecond;
    std::optional<double> timeAtRoofNs;
    std::optional<double> roofShare; ///< time at the roof / median
    std::optional<std::int64_t> peakMemoryBytes; ///< of activations
    std::optional<std::int64_t> macs;
    std::string session; ///< file in the folder; empty unless done
    std::string reason; ///< why it failed, one sentence
    std::vector<double>
        sparkline; ///< medians of the runs, in their order, in parts of equal number; none of older ones
    std::string throughputUnit = {}; ///< "items", "runs" if the batch is not known; empty: no throughput
    std::vector<std::string> disturbedBy = {}; ///< flags of the runs and of the roofs that judge; empty: undisturbed
    std::optional<double> joulesPerRun = {};

    bool operator==(const MatrixRow &) const = default;
};

/// Its name in the folder of a matrix.
inline constexpr std::string_view matrixIndexName = "matrix.json";

struct MatrixIndex {
    std::string planSha256;
    std::vector<MatrixRow> rows; ///< a cell each, in the order of the plan

    bool operator==(const MatrixIndex &) const = default;
};

/// The columns of matrix.csv, as in docs/reference/csv.md, and their cells.
[[nodiscard]] std::vector<std::string> matrixColumns();
[[nodiscard]] std::vector<std::string> matrixCells(const MatrixRow &row);
/// One row a cell as RFC 4180.
[[nodiscard]] std::string matrixToCsv(const std::vector<MatrixRow> &rows);
/// One object, `rooflight.matrix`.
[[nodiscard]] std::string matrixToJson(const std::vector<MatrixRow> &rows, const std::string &planSha256);

/// Whether a file that begins so is what matrixToJson() wrote, now or before 0.3.0: by its first "format" alone.
[[nodiscard]] bool looksLikeMatrixIndex(std::string_view beginning);
/// Reads what matrixToJson() wrote. \p path is that of the file or of the folder it is in. Errors: FileUnreadable,
/// Damaged, FormatVersion.
[[nodiscard]] Result<MatrixIndex> readMatrixIndex(const std::string &path);

} // namespace rooflight
