// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ridgepoint-cli/command_line.h"

namespace CLI {
class App;
}

namespace ridgepoint {

/// The options of `matrix`.
void addMatrixOptions(CLI::App &command, MatrixOptions &options);

/// `matrix`: measures what is missing of a plan's cells. Returns the exit status: 1 where a cell failed, which is
/// named.
[[nodiscard]] int runMatrix(const CommandLine &line);

} // namespace ridgepoint
