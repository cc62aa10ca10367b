// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/matrix/cells.h"
#include "core/matrix/matrix_folder.h"
#include "core/matrix/plan.h"
#include "core/model/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

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

    bool operator==(const MatrixRow &) const = default;
};

/// Of a cell that has not run.
[[nodiscard]] MatrixRow rowOf(const MatrixCell &cell);
/// Of a cell whose session this is.
[[nodiscard]] MatrixRow rowOf(const MatrixCell &cell, const Session &session);
/// Of a cell that failed.
[[nodiscard]] MatrixRow failedRow(const MatrixCell &cell, std::string reason);

/// One row a cell as RFC 4180, columns as in docs/reference/csv.md.
[[nodiscard]] std::string matrixToCsv(const std::vector<MatrixRow> &rows);
/// One object, `ridgepoint.matrix`.
[[nodiscard]] std::string matrixToJson(const std::vector<MatrixRow> &rows, const std::string &planSha256);

/// matrix.csv and matrix.json. Errors: OutputFile.
[[nodiscard]] Result<void> writeIndex(const MatrixFolder &folder, const std::vector<MatrixRow> &rows,
                                      const std::string &planSha256);

} // namespace ridgepoint
