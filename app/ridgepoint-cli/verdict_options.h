// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"

namespace CLI {
class App;
}

namespace ridgepoint {

/// `--launch-overheads N`, `--underutilized-below PERCENT`, `--balanced-zone PERCENT`: where one verdict ends and the
/// next begins.
void addVerdictOptions(CLI::App &command, VerdictThresholds &thresholds);

} // namespace ridgepoint
