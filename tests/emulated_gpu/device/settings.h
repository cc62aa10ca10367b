// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <vector>

namespace emulated_gpu {

/// What a test sets by environment variables. Read once, when the library is loaded.
struct Settings {
    int devices = 1; ///< CUDA_EMULATED_DEVICES: how many the machine has, before CUDA_VISIBLE_DEVICES
    /// CUDA_EMULATED_MEMORY_BYTES: of each device in order, separated by commas; the last one is that of all behind it.
    std::vector<std::uint64_t> memoryBytes = { std::uint64_t { 80 } << 30 };
    std::int64_t nvmlNs = 0; ///< CUDA_EMULATED_NVML_MS: how long each call of NVML takes
    std::int64_t initNs = 0; ///< CUDA_EMULATED_INIT_MS: how long cuInit() takes
    const char *initNeeds = nullptr; ///< CUDA_EMULATED_INIT_NEEDS: a variable without which cuInit() fails
    int initStatus = 0; ///< CUDA_EMULATED_INIT_STATUS: what cuInit() returns, as a CUresult
    int cuptiStatus = 0; ///< CUDA_EMULATED_CUPTI_STATUS: what CUPTI answers to every request, as a CUptiResult
    const char *name = nullptr; ///< CUDA_EMULATED_NAME: of the devices, where it is not their own
    std::int64_t launchNs = 0; ///< CUDA_EMULATED_LAUNCH_US: how long the host takes to launch a kernel, and more
    std::int64_t waveNs = 0; ///< CUDA_EMULATED_WAVE_US: a product takes a whole number of these; 0: as long as its work
    std::int64_t idleMilliwatts = 50'000; ///< CUDA_EMULATED_IDLE_MILLIWATTS: what a device takes without work
    int hostMemoryStatus = 0; ///< CUDA_EMULATED_HOST_MEMORY_STATUS: what locking host memory returns, as a cudaError_t
};

[[nodiscard]] const Settings &settings();

/// A variable CUDA_EMULATED_... as it was when the library was loaded: a confined process has none of them. Null where
/// it is not set.
[[nodiscard]] const char *emulatedVariable(const char *name);

} // namespace emulated_gpu
