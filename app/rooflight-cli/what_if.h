// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/results/session.h"
#include "core/roofline/forecast.h"

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

/// `--what-if NAME`; `--what-if list` prints the devices of the data file and the changes, and ends.
void addWhatIfOption(CLI::App &command, CommandLine &line);

/// The change that --what-if names, by its identifier, with hyphens or underscores; "int8" is the dynamic one. Nothing
/// for a device.
[[nodiscard]] std::optional<AskedChange> askedChange(const CommandLine &line);

/// Checks, before anything is measured, that the name means a change or one device. Errors: CommandLine.
[[nodiscard]] Result<void> checkWhatIf(const CommandLine &line);

/// The session under the roofs of the named device, or with the named change (shownIf()); nothing without a name, and
/// none with a change where the session has no analysis.
[[nodiscard]] std::optional<Session> underWhatIf(const CommandLine &line, const Session &session);

} // namespace rooflight
