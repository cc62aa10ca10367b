// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result.h"

#include <functional>
#include <string>
#include <vector>

namespace ridgepoint {

/// A kernel that the device ran, by its own clock.
struct KernelRecord {
    std::string name;
    double beginNs = 0; ///< since the first one began
    double durationNs = 0;
};

/// Calls \p run, waits with \p synchronize, and returns the kernels that CUDA devices ran, in the order in which they
/// began; copies and fills are left out. They come from CUPTI, which LibTorch's profiler opens. Errors: ModelFailed
/// when there are none: no CUPTI, or no right to use it.
[[nodiscard]] Result<std::vector<KernelRecord>> kernelsOf(const std::function<void()> &run,
                                                          const std::function<void()> &synchronize);

} // namespace ridgepoint
