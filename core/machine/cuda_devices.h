// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// The CUDA devices that programs started from here may use, in CUDA's order: what CUDA_VISIBLE_DEVICES,
/// CUDA_DEVICE_ORDER and the partitions of a GPU leave. Empty if NVIDIA's driver library is not there, does not
/// start, or does not answer within 20 s. Asked in a process of its own: a process that has started CUDA cannot fork
/// jobs.
[[nodiscard]] std::vector<Device> cudaDevices();

/// The same, asked from its construction on, while other things are done: the driver may take seconds to start.
class CudaDeviceQuery
{
public:
    CudaDeviceQuery();
    ~CudaDeviceQuery();
    CudaDeviceQuery(const CudaDeviceQuery &) = delete;
    CudaDeviceQuery &operator=(const CudaDeviceQuery &) = delete;

    /// Waits for the answer, until 20 s after the question. To be called once.
    [[nodiscard]] std::vector<Device> answer();

private:
    void end();

    int m_pipe = -1;
    pid_t m_child = -1;
    std::chrono::steady_clock::time_point m_deadline;
};

/// The same, asked in this process, which thereby starts CUDA.
[[nodiscard]] std::vector<Device> cudaDevicesOfThisProcess();

/// "cuda:1" is 1, "cuda" is 0; nothing for other texts.
[[nodiscard]] std::optional<int> cudaIndex(std::string_view device);

} // namespace rooflight
