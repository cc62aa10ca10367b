// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

namespace CLI {
class App;
}

namespace rooflight {

/// The options of `compare`.
void addCompareOptions(CLI::App &command, CommandLine &line);

/// `compare`: prints what changed and writes the files that were asked for. Returns the exit status, 1 if a
/// criterion of `--fail-on` is met.
[[nodiscard]] int runCompare(const CommandLine &line);

} // namespace rooflight
