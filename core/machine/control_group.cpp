// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/control_group.h"

#include "core/base/text_file.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

/// Where a hierarchy of control groups is mounted, and which group stands there.
struct Mount {
    std::string top; ///< path of the group that the mount point shows
    std::string point;
    std::string type; ///< "cgroup" or "cgroup2"
    std::vector<std::string> options; ///< of v1: the controllers
};

template<typename T> void tighten(std::optional<T> &limit, std::optional<T> other)
{
    if (other && (!limit || *other < *limit))
        limit = other;
}

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    return parts;
}

/// Format of proc_pid_mountinfo(5): ID PARENT DEVICE ROOT POINT OPTIONS [TAG...] - TYPE SOURCE SUPER_OPTIONS.
std::vector<Mount> mountsIn(const std::string &mountInfo)
{
    std::vector<Mount> mounts;
    for (const std::string &line : split(mountInfo, '\n')) {
        const std::vector<std::string> fields = split(line, ' ');
        const auto dash = std::ranges::find(fields, "-");
        if (dash - fields.begin() < 6 || fields.end() - dash < 4)
            continue;
        if (dash[1] == "cgroup" || dash[1] == "cgroup2")
            mounts.push_back({ fields[3], fields[4], dash[1], split(dash[3], ',') });
    }
    return mounts;
}

/// Groups of this process, one line a hierarchy: ID:CONTROLLERS:PATH; v2 has no controllers there.
std::optional<std::string> groupOf(const std::string &procSelfCgroup, std::string_view controller)
{
    for (const std::string &line : split(procSelfCgroup, '\n')) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::vector<std::string> controllers = split(line.substr(first + 1, second - first - 1), ',');
        const bool matches =
            controller.empty() ? controllers.empty() : std::ranges::find(controllers, controller) != controllers.end();
        if (matches)
            return line.substr(second + 1);
    }
    return std::nullopt;
}

/// Folders from the process's own group up to the mount point. In a container the group's path may be that of the
/// host, outside of what is mounted: then the mount point is its own group.
std::vector<fs::path> foldersUpward(const fs::path &root, const Mount &mount, const std::string &group)
{
    const fs::path point = root / fs::path(mount.point).relative_path();
    const std::string top = mount.top == "/" ? "" : mount.top;
    fs::path below;
    if (group.starts_with(top) && group.find("..") == std::string::npos)
        below = fs::path(group.substr(top.size())).relative_path();

    std::vector<fs::path> folders;
    for (; !below.empty(); below = below.parent_path())
        folders.push_back(point / below);
    folders.push_back(point);
    return folders;
}

void tightenV2(ControlGroupLimits &limits, const fs::path &folder)
{
    tighten(limits.cpus, cpusFromCpuMax(readText(folder / "cpu.max")));
    tighten(limits.memoryBytes, bytesFromMemoryLimit(readText(folder / "memory.max")));
}

void tightenV1(ControlGroupLimits &limits, const fs::path &folder)
{
    tighten(limits.cpus, cpusFromCfs(readText(folder / "cpu.cfs_quota_us"), readText(folder / "cpu.cfs_period_us")));
    tighten(limits.memoryBytes, bytesFromMemoryLimit(readText(folder / "memory.limit_in_bytes")));
}

} // namespace

std::optional<double> cpusFromCpuMax(std::string_view text)
{
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos)
        return std::nullopt;
    return cpusFromCfs(text.substr(0, space), text.substr(space));
}

std::optional<double> cpusFromCfs(std::string_view quota, std::string_view period)
{
    const std::optional<double> quotaUs = numberIn<double>(quota);
    const std::optional<double> periodUs = numberIn<double>(period);
    if (!quotaUs || !periodUs || *quotaUs <= 0 || *periodUs <= 0)
        return std::nullopt;
    return *quotaUs / *periodUs;
}

std::optional<std::int64_t> bytesFromMemoryLimit(std::string_view text)
{
    constexpr std::int64_t noLimit = std::int64_t(1) << 60;
    const std::optional<std::int64_t> bytes = numberIn<std::int64_t>(text);
    return bytes && *bytes > 0 && *bytes < noLimit ? bytes : std::nullopt;
}

ControlGroupLimits controlGroupLimits(const fs::path &root)
{
    const std::string groups = readText(root / "proc/self/cgroup");
    ControlGroupLimits limits;
    for (const Mount &mount : mountsIn(readText(root / "proc/self/mountinfo"))) {
        if (mount.type == "cgroup2") {
            for (const fs::path &folder : foldersUpward(root, mount, groupOf(groups, "").value_or("")))
                tightenV2(limits, folder);
            continue;
        }
        for (const std::string_view controller : { "cpu", "memory" }) {
            if (std::ranges::find(mount.options, controller) == mount.options.end())
                continue;
            for (const fs::path &folder : foldersUpward(root, mount, groupOf(groups, controller).value_or("")))
                tightenV1(limits, folder);
        }
    }
    return limits;
}

bool hasController(std::string_view list, std::string_view controller)
{
    std::istringstream words { std::string(list) };
    for (std::string word; words >> word;) {
        if (word == controller)
            return true;
    }
    return false;
}

namespace {

/// A group's folders upward, and the version of their hierarchy.
struct GroupFolders {
    int version = 2;
    std::vector<fs::path> folders;
};

std::optional<GroupFolders> groupFolders(std::string_view controller, const fs::path &root)
{
    const std::string groups = readText(root / "proc/self/cgroup");
    for (const Mount &mount : mountsIn(readText(root / "proc/self/mountinfo"))) {
        const bool second = mount.type == "cgroup2";
        if (!second && std::ranges::find(mount.options, controller) == mount.options.end())
            continue;
        const std::optional<std::string> group = groupOf(groups, second ? "" : controller);
        if (!group)
            continue;
        std::vector<fs::path> folders = foldersUpward(root, mount, *group);
        // A controller belongs to one hierarchy: where it is mounted as v1, v2 lacks it.
        if (!second || hasController(readText(folders.front() / "cgroup.controllers"), controller))
            return GroupFolders { second ? 2 : 1, std::move(folders) };
    }
    return std::nullopt;
}

} // namespace

std::optional<ControlGroupFolder> ownControlGroup(std::string_view controller, const fs::path &root)
{
    const std::optional<GroupFolders> found = groupFolders(controller, root);
    return found ? std::optional(ControlGroupFolder { found->version, found->folders.front() }) : std::nullopt;
}

std::vector<fs::path> controlGroupFolders(std::string_view controller, const fs::path &root)
{
    std::optional<GroupFolders> found = groupFolders(controller, root);
    return found ? std::move(found->folders) : std::vector<fs::path>();
}

bool exceedsQuota(int threads)
{
    const std::optional<double> quota = controlGroupLimits().cpus;
    return quota && *quota < threads;
}

} // namespace rooflight
