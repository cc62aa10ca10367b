// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

// What is said of an analysis.

/// What a person wrote about layers.
[[nodiscard]] TableContent noteContent(const Session &session);

/// Nothing for a session without an analysis.
[[nodiscard]] Facts analysisFacts(const Session &session);

/// One row for each class of work in each element type: all FLOPs, a multiply-add as two, whatever the convention.
[[nodiscard]] TableContent workContent(const Analysis &analysis);
[[nodiscard]] TableContent unknownOperatorContent(const Analysis &analysis);
/// Operators that have a formula which did not fit, and why it did not.
[[nodiscard]] Facts unfitFormulaFacts(const Analysis &analysis);
/// How much of the model the formulas cover, in one sentence; empty for a session without an analysis.
[[nodiscard]] std::string coverageText(const Session &session);

} // namespace rooflight
