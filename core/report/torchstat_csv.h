// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/analysis.h"

#include <string>

namespace ridgepoint {

/// The table of torchstat: one row a leaf module, torchstat's words and units, lines that end in a line feed as
/// pandas writes them. The analysis must be one under the convention "torchstat"; else only the header remains.
[[nodiscard]] std::string torchstatToCsv(const Analysis &analysis);

} // namespace ridgepoint
