// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/results/session.h"

#include <optional>

namespace CLI {
class App;
}

namespace rooflight {

/// `--roofs FILE`.
void addRoofsOption(CLI::App &command, CommandLine &line);

/// Gives the session the roofs of that file, and a notice if they are of another device; without a file nothing
/// changes. Errors: those of readRoofs.
[[nodiscard]] Result<void> takeRoofs(const CommandLine &line, Session &session);

/// `--what-if NAME`; `--what-if list` prints the devices of the data file and ends.
void addWhatIfOption(CLI::App &command, CommandLine &line);

/// Checks, before anything is measured, that the name means one device. Errors: CommandLine.
[[nodiscard]] Result<void> checkWhatIf(const CommandLine &line);

/// The session under the roofs of the named device; nothing without a name.
[[nodiscard]] std::optional<Session> underWhatIf(const CommandLine &line, const Session &session);

} // namespace rooflight
