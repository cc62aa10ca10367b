// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

inline constexpr std::string_view standardOutput = "-";

/// The options that name a file to be written, with that file.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>> writtenFiles(const CommandLine &line);

/// What is to go to stdout instead of the tables.
[[nodiscard]] std::vector<std::string> optionsOnStdout(const CommandLine &line);

/// Checks, before anything is measured, that the files to be written can be, that only one thing goes to stdout and to
/// each file, and that no file that is read would be lost. Errors: OutputFile, CommandLine.
[[nodiscard]] Result<void> checkOutputFiles(const CommandLine &line);

} // namespace rooflight
