// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

namespace CLI {
class App;
}

namespace rooflight {

/// The options of `matrix`.
void addMatrixOptions(CLI::App &command, MatrixOptions &options);

/// `matrix`: measures what is missing of a plan's cells. Returns the exit status: 1 if a cell failed, which is
/// named.
[[nodiscard]] int runMatrix(const CommandLine &line);

} // namespace rooflight
