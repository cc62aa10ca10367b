// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace emulated_gpu {

/// What a fault can be counted by.
enum class Step {
    Allocation, ///< of device memory: it and all later ones fail, nothing else does
    Launch, ///< of a kernel, a copy or a fill: every later call fails, too
    Call, ///< of any function of the runtime: every later call fails, too
    Nvml, ///< of any function of NVML: every later one fails, and nothing else does
};

/// Counts one step. Returns the cudaError_t (of NVML the nvmlReturn_t) that it ends with, 0 for none.
///
/// CUDA_EMULATED_FAULT is STEP:N or STEP:N:STATUS, for example allocation:7 or launch:120:700: the N-th such step of
/// the process, from 1, fails. Without a status an allocation is out of memory (2), NVML has lost the device (15), and
/// anything else is a kernel's illegal access (700).
[[nodiscard]] int afterStep(Step step);

/// The error that the context has had since a launch or a call failed; 0 for none.
[[nodiscard]] int stickyStatus();

} // namespace emulated_gpu
