// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"
#include "core/cost/rules/cost_table.h"
#include "core/model/request.h"

#include <cstdint>

namespace rooflight {

/// FLOPs of one operator call under the convention. `work` is workOf(call). The last three follow those tools where
/// they have a formula (compute_flops.py of torchstat, vision/basic_hooks.py of thop, jit_handles.py of fvcore) and
/// count their zero if they have none; but matrix work that they lose is counted.
[[nodiscard]] std::int64_t flopsOf(const OperatorCall &call, const OperatorWork &work, Convention convention);

} // namespace rooflight
