// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

#include <string>

namespace CLI {
class App;
}

namespace rooflight {

/// The options of `compare`.
void addCompareOptions(CLI::App &command, CommandLine &line);

/// `compare`: prints what changed and writes the files that were asked for. Returns the exit status, 1 if a
/// criterion of `--fail-on` is met.
[[nodiscard]] int runCompare(const CommandLine &line);

/// The options of `matrix`.
void addMatrixOptions(CLI::App &command, MatrixOptions &options);

/// `matrix`: measures what is missing of a plan's cells. Returns the exit status: 1 if a cell failed, which is
/// named.
[[nodiscard]] int runMatrix(const CommandLine &line);

/// The options of `tokens` that no other command has.
void addTokensOptions(CLI::App &command, CommandLine &line);

/// A zip archive, as models are; sessions are text.
[[nodiscard]] bool isModelFile(const std::string &path);

/// `tokens` of saved sessions. Returns the exit status.
[[nodiscard]] int runTokensOfSessions(const CommandLine &line);

} // namespace rooflight
