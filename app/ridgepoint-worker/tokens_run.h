// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ridgepoint-cli/command_line.h"

namespace ridgepoint {

/// `tokens` of models: measures or predicts them, prints and writes. Returns the exit status.
[[nodiscard]] int runTokensOfModels(const CommandLine &line);

} // namespace ridgepoint
