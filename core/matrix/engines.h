// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/matrix_state.h"
#include "core/matrix/plan.h"

#include <chrono>
#include <stop_token>
#include <string>

namespace rooflight {

/// Measures what is missing on this machine, or if the worker of a target takes it, one cell after the other. A cell
/// that fails costs no other. Ends early once a stop is requested; what was begun is then missing. Errors: OutputFile,
/// Internal.
[[nodiscard]] Result<void> fillLocally(MatrixState &state, const std::string &program, const std::stop_token &stop);

/// Gives what is missing to Slurm, one job array a target (of at most a thousand cells), and waits for it. The folder
/// has to be the same on this machine and on the nodes. What a node lost, or what had to make room for another job, is
/// tried again, twice at most. Once a stop is requested the jobs are cancelled. Errors: CommandLine, if Slurm is not
/// here or refuses a job; OutputFile.
[[nodiscard]] Result<void> fillOnSlurm(MatrixState &state, const MatrixPlan &plan, const std::stop_token &stop,
                                       std::chrono::milliseconds pollInterval = std::chrono::seconds(2));

/// The script of a job array: task N runs the Nth of these cells. Words are quoted for the shell.
[[nodiscard]] std::string slurmScript(const MatrixFolder &folder, const std::vector<const MatrixCell *> &cells,
                                      const std::string &program);

} // namespace rooflight
