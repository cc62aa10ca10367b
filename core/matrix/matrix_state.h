// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/matrix_folder.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace rooflight {

/// How far a matrix is.
struct MatrixProgress {
    std::size_t cells = 0;
    std::size_t done = 0; ///< with those that were there before
    std::size_t failed = 0;
    double secondsLeft = 0; ///< as long as the cells of this run took so far; negative: not known yet
    std::string current; ///< name of the cell that began or ended last
};

/// The state of a matrix while an engine fills it: what is there, what is to be done, and the index.
class MatrixState
{
public:
    using Report = std::function<void(const MatrixProgress &)>;

    /// The folder must outlive this. `remeasure`: nothing counts as there.
    MatrixState(const MatrixFolder &folder, std::vector<MatrixCell> cells, std::string planSha256, bool remeasure,
                Report report);

    /// What is to be measured, by position in cells().
    [[nodiscard]] const std::vector<std::size_t> &missing() const { return m_missing; }
    [[nodiscard]] const MatrixCell &cell(std::size_t index) const { return m_cells[index]; }
    [[nodiscard]] const MatrixFolder &folder() const { return m_folder; }
    [[nodiscard]] const std::vector<MatrixRow> &rows() const { return m_rows; }

    /// Errors: OutputFile, as of all below.
    [[nodiscard]] Result<void> begin(std::size_t index);
    /// The program ended without a fault: its session becomes that of the cell, which fails if it cannot be read.
    [[nodiscard]] Result<void> takeSession(std::size_t index);
    /// The same if the session has its name already.
    [[nodiscard]] Result<void> readCell(std::size_t index);
    [[nodiscard]] Result<void> fail(std::size_t index, std::string reason);
    /// Writes the index as it is.
    [[nodiscard]] Result<void> writeIndex();

private:
    void takeWhatIsThere(std::size_t index);
    [[nodiscard]] Result<void> ended(std::size_t index, MatrixRow row);
    void report(const std::string &current) const;

    const MatrixFolder &m_folder;
    std::vector<MatrixCell> m_cells;
    std::string m_planSha256;
    Report m_report;
    std::vector<MatrixRow> m_rows;
    std::vector<std::size_t> m_missing;
    std::size_t m_ended = 0; ///< in this run
    double m_startedAt; ///< seconds of the monotonic clock
    double m_indexWrittenAt;
};

/// Why a program failed: its last message, else how it ended.
[[nodiscard]] std::string reasonOf(const MatrixFolder &folder, const MatrixCell &cell, int exitStatus);

} // namespace rooflight
