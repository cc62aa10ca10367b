// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"

namespace CLI {
class App;
}

namespace rooflight {

/// `--launch-overheads N`, `--underutilized-below PERCENT`, `--balanced-zone PERCENT`: where one verdict ends and the
/// next begins.
void addVerdictOptions(CLI::App &command, VerdictThresholds &thresholds);

} // namespace rooflight
