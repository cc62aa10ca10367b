// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// How a program ended.
struct ProgramEnd {
    int exitStatus = 0; ///< 128 + signal if one ended it
    int signal = 0;
};

/// Runs a program to its end in a process group of its own, with an empty standard input and what it prints on standard
/// error appended to a file; standard output goes to a new file, or nowhere. Once a stop is requested the program is
/// ended, first politely. Errors: Internal, if it cannot be started.
[[nodiscard]] Result<ProgramEnd> runProgram(const std::vector<std::string> &command, const std::string &errorFile,
                                            const std::stop_token &stop, const std::string &outputFile = {});

/// What a program may print, and how long it may take: beyond either it is killed. Slurm's commands try again for two
/// minutes where its controller is busy.
struct OutputBounds {
    std::size_t bytes = std::size_t { 64 } << 20;
    std::chrono::milliseconds time = std::chrono::minutes(5);
};

/// What a program that takes a moment printed on standard output and standard error. Errors: Internal, with what it
/// said last, if it cannot be started, ends with another status than 0 or prints too much; TimedOut.
[[nodiscard]] Result<std::string> outputOf(const std::vector<std::string> &command, const OutputBounds &bounds = {});

} // namespace rooflight
