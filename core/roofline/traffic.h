// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/analysis.h"

namespace ridgepoint {

/// Bytes read and written.
[[nodiscard]] inline std::int64_t bytesOf(const Cost &cost)
{
    return cost.bytesRead + cost.bytesWritten;
}

} // namespace ridgepoint
