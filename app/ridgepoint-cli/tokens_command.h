// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ridgepoint-cli/command_line.h"

namespace CLI {
class App;
}

namespace ridgepoint {

/// The options of `tokens` that no other command has.
void addTokensOptions(CLI::App &command, CommandLine &line);

/// `tokens`: of saved sessions, or of models, which it measures or counts first, one workload after the other. Returns
/// the exit status.
[[nodiscard]] int runTokens(const CommandLine &line);

} // namespace ridgepoint
