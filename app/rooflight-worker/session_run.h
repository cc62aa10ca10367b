// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/request.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

/// A session that says who writes it, and nothing else yet. It lists no GPU: runInto() adds those of a request for one.
[[nodiscard]] Session newSession();

/// Does a request, shows on stderr how far it has come unless \p quiet, and puts its records into the session, an error
/// too. SIGINT and SIGTERM end it: what was measured until then stays.
void runInto(Session &session, const Request &request, bool quiet);

/// If a file of several requests was another one by the time of a later request.
[[nodiscard]] Error changedFile(const std::string &path);

} // namespace rooflight
