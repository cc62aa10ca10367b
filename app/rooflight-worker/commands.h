// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/error.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

// Commands that need LibTorch and more than one request. What returns a number returns the exit status.

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

// What they have in common.

/// A session that says who writes it, and nothing else yet. It lists no GPU: runInto() adds those of a request for one.
[[nodiscard]] Session newSession();

/// Does a request, shows on stderr how far it has come unless \p quiet, and puts its records into the session, an error
/// too. SIGINT and SIGTERM end it: what was measured until then stays.
void runInto(Session &session, const Request &request, bool quiet);

/// If a file of several requests was another one by the time of a later request.
[[nodiscard]] Error changedFile(const std::string &path);

} // namespace rooflight
