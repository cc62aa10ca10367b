// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/matrix_state.h"

#include "core/base/clock.h"
#include "core/record/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr double secondsBetweenIndexes = 5; ///< a thousand cells of a second each need no thousand of them
constexpr int signalExitStatus = 128;

std::size_t countOf(const std::vector<MatrixRow> &rows, CellStatus status)
{
    return static_cast<std::size_t>(std::ranges::count(rows, status, &MatrixRow::status));
}

} // namespace

MatrixState::MatrixState(const MatrixFolder &folder, std::vector<MatrixCell> cells, std::string planSha256,
                         bool remeasure, Report report)
    : m_folder(folder)
    , m_cells(std::move(cells))
    , m_planSha256(std::move(planSha256))
    , m_report(std::move(report))
    , m_startedAt(monotonicSeconds())
    , m_indexWrittenAt(m_startedAt)
{
    for (const MatrixCell &cell : m_cells)
        m_rows.push_back(rowOf(cell));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (!remeasure && m_folder.isDone(m_cells[i]))
            takeWhatIsThere(i);
        if (m_rows[i].status != CellStatus::Done)
            m_missing.push_back(i);
    }
}

void MatrixState::takeWhatIsThere(std::size_t index)
{
    const Result<Session> session = readSession(m_folder.sessionFile(m_cells[index]));
    if (session.ok())
        m_rows[index] = rowOf(m_cells[index], session.value());
}

Result<void> MatrixState::begin(std::size_t index)
{
    report(m_cells[index].name);
    return m_folder.begin(m_cells[index]);
}

Result<void> MatrixState::takeSession(std::size_t index)
{
    Result<void> finished = m_folder.finish(m_cells[index]);
    return finished.ok() ? readCell(index) : finished;
}

Result<void> MatrixState::readCell(std::size_t index)
{
    const MatrixCell &cell = m_cells[index];
    const Result<Session> session = readSession(m_folder.sessionFile(cell));
    return ended(index, session.ok() ? rowOf(cell, session.value()) : failedRow(cell, session.error().text));
}

Result<void> MatrixState::fail(std::size_t index, std::string reason)
{
    m_folder.discardPart(m_cells[index]);
    return ended(index, failedRow(m_cells[index], std::move(reason)));
}

Result<void> MatrixState::ended(std::size_t index, MatrixRow row)
{
    m_rows[index] = std::move(row);
    ++m_ended;
    report(m_cells[index].name);
    if (monotonicSeconds() - m_indexWrittenAt < secondsBetweenIndexes)
        return {};
    return writeIndex();
}

Result<void> MatrixState::writeIndex()
{
    m_indexWrittenAt = monotonicSeconds();
    return rooflight::writeIndex(m_folder, m_rows, m_planSha256);
}

void MatrixState::report(const std::string &current) const
{
    MatrixProgress progress;
    progress.cells = m_cells.size();
    progress.done = countOf(m_rows, CellStatus::Done);
    progress.failed = countOf(m_rows, CellStatus::Failed);
    const double left = static_cast<double>(m_missing.size() - std::min(m_ended, m_missing.size()));
    progress.secondsLeft = m_ended > 0 ? (monotonicSeconds() - m_startedAt) / static_cast<double>(m_ended) * left : -1;
    progress.current = current;
    m_report(progress);
}

std::string reasonOf(const MatrixFolder &folder, const MatrixCell &cell, int exitStatus)
{
    std::string message = folder.lastMessage(cell);
    if (!message.empty())
        return message;
    return exitStatus > signalExitStatus
        ? fmt::format("The program was ended by signal {}.", exitStatus - signalExitStatus)
        : fmt::format("The program ended with status {}.", exitStatus);
}

} // namespace rooflight
