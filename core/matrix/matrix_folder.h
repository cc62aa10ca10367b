// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/matrix/cells.h"
#include "core/matrix/plan.h"
#include "core/matrix/table/matrix_file.h"
#include "core/results/session.h"

#include <string>
#include <vector>

namespace rooflight {

/// The folder of a matrix: CELL.ridge and CELL.log of each cell. A session is there when it is whole, and its log
/// begins with the checksum of what it was measured of.
class MatrixFolder
{
public:
    /// Makes the folder if it is missing, and keeps others from filling it until this is destroyed. Errors:
    /// OutputFile, also if somebody else fills it, or holds sessions in it that cannot be read: that user is named.
    [[nodiscard]] static Result<MatrixFolder> open(const std::string &path);

    [[nodiscard]] std::string path() const { return m_path; }
    [[nodiscard]] std::string sessionFile(const MatrixCell &cell) const { return fileOf(cell.name + ".ridge"); }
    [[nodiscard]] std::string logFile(const MatrixCell &cell) const { return fileOf(cell.name + ".log"); }
    /// Where a session is written before it is whole.
    [[nodiscard]] std::string partFile(const MatrixCell &cell) const { return fileOf(cell.name + ".part"); }
    [[nodiscard]] std::string fileOf(const std::string &name) const;

    /// Whether the cell's session is there, with the same model and options. By checksums: the clocks of those who
    /// write into the folder do not matter.
    [[nodiscard]] bool isDone(const MatrixCell &cell) const;
    /// Removes an older session and starts a new log. Errors: OutputFile.
    [[nodiscard]] Result<void> begin(const MatrixCell &cell) const;
    /// Makes the part the session. Errors: OutputFile.
    [[nodiscard]] Result<void> finish(const MatrixCell &cell) const;
    /// Takes away what a cell that failed left of a session.
    void discardPart(const MatrixCell &cell) const;
    /// The last message of the program in the log, else all words of what was to start it elsewhere, as one line; empty
    /// if they left none.
    [[nodiscard]] std::string lastMessage(const MatrixCell &cell) const;

private:
    MatrixFolder(std::string path, FileDescriptor lock)
        : m_path(std::move(path))
        , m_lock(std::move(lock))
    {
    }

    std::string m_path; ///< absolute
    FileDescriptor m_lock;
};

/// First line of a log, without its end.
[[nodiscard]] std::string logHeader(const MatrixCell &cell);

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
