// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"
#include "core/results/analysis/analysis.h"

#include <span>

namespace rooflight {

/// The row torchstat prints for a leaf module. \p layer gives class, shapes and parameters of one call, \p calls the
/// counted operators of that call. Source of the formulas: torchstat's compute_flops.py, compute_madd.py and
/// compute_memory.py (github.com/Swall0w/torchstat).
[[nodiscard]] TorchstatRow torchstatRow(const Layer &layer, std::span<const OperatorCall> calls);

} // namespace rooflight
