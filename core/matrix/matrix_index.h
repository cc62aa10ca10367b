// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/cells.h"
#include "core/matrix/matrix_folder.h"
#include "core/matrix/plan.h"
#include "core/matrix/table/matrix_file.h"
#include "core/results/session.h"

#include <string>
#include <vector>

namespace rooflight {

/// The row of a cell that has not run.
[[nodiscard]] MatrixRow rowOf(const MatrixCell &cell);
/// The row of a cell with this session.
[[nodiscard]] MatrixRow rowOf(const MatrixCell &cell, const Session &session);
/// The row of a cell that failed.
[[nodiscard]] MatrixRow failedRow(const MatrixCell &cell, std::string reason);

/// matrix.csv and matrix.json. Errors: OutputFile.
[[nodiscard]] Result<void> writeIndex(const MatrixFolder &folder, const std::vector<MatrixRow> &rows,
                                      const std::string &planSha256);

} // namespace rooflight
