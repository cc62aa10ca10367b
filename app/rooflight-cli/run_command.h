// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/results/session.h"

namespace rooflight {

/// Whether models are opened or roofs measured, which rooflight-worker does.
[[nodiscard]] bool needsWorker(const CommandLine &line);

/// What can be seen without LibTorch: the device of --what-if, files to be written, the request. Errors: CommandLine,
/// OutputFile.
[[nodiscard]] Result<void> checkCommand(const CommandLine &line);

/// A command that is checked and needs no worker: of saved sessions, or a matrix. Returns the exit status.
[[nodiscard]] int runWithoutWorker(const CommandLine &line);

/// Writes the files, prints the result, its notices and its error. Returns the exit status.
[[nodiscard]] int finishWith(const CommandLine &line, Session session);

/// main() of both programs: ends the process, with the status of \p run or of what it threw.
[[noreturn]] void runMain(int argc, char **argv, int (*run)(const CommandLine &line, char **argv));

} // namespace rooflight
