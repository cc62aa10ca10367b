// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

// The table of torchstat: one row a leaf module, torchstat's words and units. Of sessions under the convention
// "torchstat"; for any other there are no rows. A share of the duration is the median of a module's last call in the
// sum of those of all rows, and stands there when the layers were timed.

[[nodiscard]] TableContent torchstatContent(const Session &session);

/// The totals that torchstat prints below its table.
[[nodiscard]] Facts torchstatFacts(const Session &session);

/// One sentence on the modules that torchstat has no formula for, the first three by name; empty if there are none.
[[nodiscard]] std::string torchstatRemark(const Session &session);

/// Columns as in docs/reference/csv.md, lines that end in a line feed as pandas writes them, no total row.
[[nodiscard]] std::string torchstatToCsv(const Session &session);

} // namespace rooflight
