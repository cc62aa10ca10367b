// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/engines.h"

#include "core/base/text.h"
#include "core/matrix/run_program.h"

#include <filesystem>
#include <utility>

namespace rooflight {

namespace {

/// Elsewhere the session comes back through standard output. ssh gives its words to a shell.
Result<ProgramEnd> measureElsewhere(const MatrixCell &cell, const MatrixFolder &folder, const std::stop_token &stop)
{
    std::vector<std::string> command = cell.worker;
    const bool forShell = std::filesystem::path(command.front()).filename() == "ssh";
    for (const std::string &argument : cell.arguments)
        command.push_back(forShell ? shellQuoted(argument) : argument);
    command.insert(command.end(), { "--quiet", "--save", "-" });
    return runProgram(command, folder.logFile(cell), stop, folder.partFile(cell));
}

Result<ProgramEnd> measure(const MatrixCell &cell, const MatrixFolder &folder, const std::string &program,
                           const std::stop_token &stop)
{
    if (!cell.worker.empty())
        return measureElsewhere(cell, folder, stop);
    std::vector<std::string> command { program };
    command.insert(command.end(), cell.arguments.begin(), cell.arguments.end());
    command.insert(command.end(), { "--quiet", "--save", folder.partFile(cell) });
    return runProgram(command, folder.logFile(cell), stop);
}

} // namespace

Result<void> fillLocally(MatrixState &state, const std::string &program, const std::stop_token &stop)
{
    const MatrixFolder &folder = state.folder();
    for (const std::size_t index : state.missing()) {
        if (stop.stop_requested())
            break;
        const MatrixCell &cell = state.cell(index);
        if (Result<void> begun = state.begin(index); !begun.ok())
            return begun;
        const Result<ProgramEnd> end = measure(cell, folder, program, stop);
        if (!end.ok())
            return end.error();
        const int status = end.value().exitStatus;
        if (status != 0 && stop.stop_requested()) {
            folder.discardPart(cell);
            break;
        }
        Result<void> taken = status == 0 ? state.takeSession(index) : state.fail(index, reasonOf(folder, cell, status));
        if (!taken.ok())
            return taken;
    }
    return {};
}

} // namespace rooflight
