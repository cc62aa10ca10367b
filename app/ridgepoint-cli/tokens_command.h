// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ridgepoint-cli/command_line.h"

#include <string>

namespace CLI {
class App;
}

namespace ridgepoint {

/// The options of `tokens` that no other command has.
void addTokensOptions(CLI::App &command, CommandLine &line);

/// A zip archive, as models are; sessions are text.
[[nodiscard]] bool isModelFile(const std::string &path);

/// `tokens` of saved sessions. Returns the exit status.
[[nodiscard]] int runTokensOfSessions(const CommandLine &line);

} // namespace ridgepoint
