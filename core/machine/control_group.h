// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// What the control groups (cgroup v1 or v2) of a process allow it. Absent if there is no limit.
struct ControlGroupLimits {
    std::optional<double> cpus; ///< CPU seconds a second
    std::optional<std::int64_t> memoryBytes;

    bool operator==(const ControlGroupLimits &) const = default;
};

/// CPUs in the text of cgroup v2's cpu.max: "QUOTA PERIOD" in microseconds, or "max PERIOD" for none.
[[nodiscard]] std::optional<double> cpusFromCpuMax(std::string_view text);

/// CPUs in the texts of cgroup v1's cpu.cfs_quota_us (-1 for none) and cpu.cfs_period_us.
[[nodiscard]] std::optional<double> cpusFromCfs(std::string_view quota, std::string_view period);

/// Bytes in the text of memory.max (v2) or memory.limit_in_bytes (v1, where none is a number near 2^63).
[[nodiscard]] std::optional<std::int64_t> bytesFromMemoryLimit(std::string_view text);

/// The limits of this process: the tightest from its group up to the top one. `root` stands for "/" and lets a test
/// show another machine's /proc and /sys.
[[nodiscard]] ControlGroupLimits controlGroupLimits(const std::filesystem::path &root = "/");

/// The folder of a control group.
struct ControlGroupFolder {
    int version = 2; ///< 1 or 2
    std::filesystem::path path;
};

/// The group of this process that \p controller ("memory", "pids") belongs to; nothing if none is mounted. `root` as
/// above.
[[nodiscard]] std::optional<ControlGroupFolder> ownControlGroup(std::string_view controller,
                                                                const std::filesystem::path &root = "/");

/// The folders of that group and of those that hold it, from its own up; empty if none is mounted.
[[nodiscard]] std::vector<std::filesystem::path> controlGroupFolders(std::string_view controller,
                                                                     const std::filesystem::path &root = "/");

/// Whether a list of controllers, as in cgroup.controllers or cgroup.subtree_control, has \p controller.
[[nodiscard]] bool hasController(std::string_view list, std::string_view controller);

/// Whether this many threads cannot all run at once: the control groups allow fewer CPUs.
[[nodiscard]] bool exceedsQuota(int threads);

} // namespace rooflight
