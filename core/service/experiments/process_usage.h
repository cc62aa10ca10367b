// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace rooflight {

/// What the kernel did for this process, with all its threads, since it began.
struct ProcessUsage {
    std::int64_t pageFaults = 0; ///< without reading a file: new memory
    std::int64_t peakBytes = 0; ///< most memory that it has held
    double cpuNs = 0;
};

[[nodiscard]] ProcessUsage processUsage();

} // namespace rooflight
