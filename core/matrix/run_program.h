// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

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

/// What a program that takes a moment printed on standard output. Errors: Internal, with what it said, if it cannot
/// be started or ends with another status than 0.
[[nodiscard]] Result<std::string> outputOf(const std::vector<std::string> &command);

} // namespace rooflight
