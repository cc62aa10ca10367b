// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

namespace rooflight {

/// Measures the model as `report` does, calls its operators again as it is and as it would be, and prints what to
/// expect there. Returns the exit status.
int runEstimate(const CommandLine &line);

} // namespace rooflight
