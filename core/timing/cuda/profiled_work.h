// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/timing/cuda/kernel_lists.h"

#include <functional>

namespace rooflight {

enum class ProfiledSides { Gpu, GpuAndHost };

/// Calls \p run, waits with \p synchronize, and returns what CUDA devices ran meanwhile, in the order in which it
/// began; with the host, too, the operators of LibTorch that were called. Kernels come from CUPTI, which LibTorch's
/// profiler opens: there are none if it is missing. Throws what \p run throws.
[[nodiscard]] ProfiledWork profiledWork(const std::function<void()> &run, const std::function<void()> &synchronize,
                                        ProfiledSides sides);

/// Sum of the times of the kernels, copies and fills left out. Errors: ModelFailed when there are none.
[[nodiscard]] Result<double> kernelSumNs(const ProfiledWork &work);

/// One sentence why there are no kernels.
[[nodiscard]] Error noKernelsNoted();

} // namespace rooflight
