// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"

namespace rooflight {

/// `tokens` of models: measures or predicts them, prints and writes. Returns the exit status.
[[nodiscard]] int runTokensOfModels(const CommandLine &line);

} // namespace rooflight
