// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ridgepoint-cli/command_line.h"

namespace ridgepoint {

/// Measures the model as `report` does, calls its operators again as it is and as it would be, and prints what to
/// expect there. Returns the exit status.
int runEstimate(const CommandLine &line);

} // namespace ridgepoint
