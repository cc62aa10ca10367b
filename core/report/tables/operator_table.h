// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"

#include <string>

namespace rooflight {

/// One row an operator, in order of execution; columns of times and roofs only if the session holds them.
[[nodiscard]] TableContent operatorContent(const JudgedSession &judged);

/// One row an operator, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs.
[[nodiscard]] std::string operatorsToCsv(const JudgedSession &judged);

} // namespace rooflight
