// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"

// Commands that need LibTorch and more than one request. What returns a number returns the exit status.
namespace rooflight {

/// Measures the model as `report` does, chooses operators, runs experiments on them, and prints what they brought.
int runExplain(const CommandLine &line);

/// Measures the model as `report` does, calls its operators again as it is and as it would be, and prints what to
/// expect there.
int runEstimate(const CommandLine &line);

/// `tokens` of models: measures or predicts them, prints and writes.
[[nodiscard]] int runTokensOfModels(const CommandLine &line);

/// Tries what a model is not to do and prints how each attempt ended, as a table or one JSON object. Errors:
/// UnsafeFile, if one went through that the confinement is to refuse; those of checkConfinement().
[[nodiscard]] Result<void> printConfinement(bool json);

} // namespace rooflight
