// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/matrix/table/matrix_row.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// The name of the index in the folder of a matrix.
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
