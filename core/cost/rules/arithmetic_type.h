// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"
#include "core/results/analysis/analysis.h"

namespace rooflight {

/// The type in which a call computes, by the rules of docs/reference/numbers.md: of matrix work that of the operands
/// that it multiplies, of a gather that of its table, of a cast that of its result, else that of its results. Unknown
/// if there are no tensors.
[[nodiscard]] DType arithmeticTypeOf(const OperatorCall &call, OperatorFamily family);

} // namespace rooflight
