// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// What torchstat prints below its table: sums over the rows, each module once. A module that torchstat has no formula
/// for adds parameters and memory only, as there. Source: torchstat's reporter.py (github.com/Swall0w/torchstat).
struct TorchstatTotals {
    std::int64_t parameters = 0;
    double memoryMb = 0; ///< of 2^20 bytes
    std::int64_t madd = 0;
    std::int64_t flops = 0;
    std::int64_t bytesRead = 0;
    std::int64_t bytesWritten = 0;

    bool operator==(const TorchstatTotals &) const = default;
};

[[nodiscard]] TorchstatTotals torchstatTotals(const std::vector<TorchstatRow> &rows);

} // namespace rooflight
