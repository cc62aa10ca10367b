// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <vector>

namespace rooflight {

/// What a job on a GPU may reach beside what each job may.
struct GpuFiles {
    std::vector<std::filesystem::path> read;
    std::vector<std::filesystem::path> readAndWrite; ///< device files, and folders of them
    std::vector<int> ioctlGroups; ///< bits 8 to 15 of the numbers of ioctls: the letter of a driver
};

/// What NVIDIA's driver needs for computing, as far as it is there (as NVIDIA's container toolkit has it): the control
/// device, unified memory, the GPUs, the capabilities of their instances (MIG); on WSL2 the device of its driver. Not
/// what sets modes of displays or configures NVSwitch. `root` stands for "/" and lets a test show another machine's
/// files.
[[nodiscard]] GpuFiles gpuFiles(const std::filesystem::path &root = "/");

} // namespace rooflight
