// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <string>

namespace rooflight {

/// Where the numbers of a session are from, as lines that begin with "# " and end as those of a CSV file: program,
/// machine, model, inputs, execution, what was timed, and each roof. Always in English, for programs and people. Many
/// readers of CSV skip such lines when asked to; RFC 4180 knows none.
[[nodiscard]] std::string csvProvenance(const Session &session);

} // namespace rooflight
