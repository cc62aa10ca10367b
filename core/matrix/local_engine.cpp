// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/local_engine.h"

#include "core/matrix/run_program.h"

#include <utility>

namespace ridgepoint {

Result<void> fillLocally(MatrixState &state, const std::string &program, const std::stop_token &stop)
{
    const MatrixFolder &folder = state.folder();
    for (const std::size_t index : state.missing()) {
        if (stop.stop_requested())
            break;
        const MatrixCell &cell = state.cell(index);
        if (Result<void> begun = state.begin(index); !begun.ok())
            return begun;
        std::vector<std::string> command { program };
        command.insert(command.end(), cell.arguments.begin(), cell.arguments.end());
        command.insert(command.end(), { "--quiet", "--save", folder.partFile(cell) });
        const Result<ProgramEnd> end = runProgram(command, folder.logFile(cell), stop);
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

} // namespace ridgepoint
