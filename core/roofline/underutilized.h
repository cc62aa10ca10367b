// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/analysis.h"
#include "core/model/device.h"
#include "core/model/verdict.h"

#include <vector>

namespace ridgepoint {

/// Why this operator may be far below both roofs, from what is known of it; the likeliest first, never empty.
[[nodiscard]] std::vector<UnderutilizedCause> underutilizedCauses(const Operator &op, const Device &device);

} // namespace ridgepoint
