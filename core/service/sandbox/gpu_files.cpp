// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/gpu_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

// Unified memory numbers its ioctls from 1, without a letter (uvm_ioctl.h); the other devices have 'F' (nv-ioctl.h).
constexpr std::array groupsOfNvidia = { 0x0000, 0x4600 };
constexpr int groupOfWsl = 0x4700; // 'G' (d3dkmthk.h)

/// "nvidia0" and so on.
bool isGpu(std::string_view name)
{
    constexpr std::string_view prefix = "nvidia";
    return name.starts_with(prefix) && name.size() > prefix.size()
        && name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
}

bool isOfNvidia(std::string_view name)
{
    constexpr std::array others = { "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-caps",
                                    "nvidia-caps-imex-channels" };
    return isGpu(name) || std::ranges::find(others, name) != others.end();
}

} // namespace

GpuFiles gpuFiles(const fs::path &root)
{
    GpuFiles files;
    bool hasWsl = false;
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(root / "dev", ignored)) {
        const std::string name = entry.path().filename().string();
        hasWsl = hasWsl || name == "dxg";
        if (name == "dxg" || isOfNvidia(name))
            files.readAndWrite.push_back(entry.path());
    }
    std::ranges::sort(files.readAndWrite);
    if (hasWsl)
        files.ioctlGroups.push_back(groupOfWsl);
    if (files.readAndWrite.size() > (hasWsl ? 1U : 0U))
        files.ioctlGroups.insert(files.ioctlGroups.end(), groupsOfNvidia.begin(), groupsOfNvidia.end());
    for (const char *path : { "etc/nvidia", "proc/driver/nvidia", "proc/devices", "proc/modules" }) {
        if (fs::exists(root / path, ignored))
            files.read.push_back(root / path);
    }
    return files;
}

} // namespace rooflight
