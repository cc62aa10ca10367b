// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

namespace rooflight {

/// Measures the model as `report` does, chooses operators, runs experiments on them, and prints what they brought.
/// Returns the exit status.
int runExplain(const CommandLine &line);

} // namespace rooflight
