// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/results/session.h"

namespace CLI {
class App;
}

namespace rooflight {

/// `--roofs FILE`.
void addRoofsOption(CLI::App &command, CommandLine &line);

/// Gives the session the roofs of that file, and a notice if they are of another device; without a file nothing
/// changes. Errors: those of readRoofs.
[[nodiscard]] Result<void> takeRoofs(const CommandLine &line, Session &session);

/// `--what-if NAME` (core/report/what_if_report.h); `--what-if list` prints whatIfNames(), and ends.
void addWhatIfOption(CLI::App &command, CommandLine &line);

} // namespace rooflight
