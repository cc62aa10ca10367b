// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

#include <string>

namespace CLI {
class App;
}

namespace rooflight {

/// The options of `tokens` that no other command has.
void addTokensOptions(CLI::App &command, CommandLine &line);

/// A zip archive, as models are; sessions are text.
[[nodiscard]] bool isModelFile(const std::string &path);

/// `tokens` of saved sessions. Returns the exit status.
[[nodiscard]] int runTokensOfSessions(const CommandLine &line);

} // namespace rooflight
