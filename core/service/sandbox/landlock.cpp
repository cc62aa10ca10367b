// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/restrictions.h"

#include "core/base/file_descriptor.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace rooflight {

namespace {

// The kernel's interface grows; what older headers lack is spelled out here (linux/landlock.h of Linux 7.0).
constexpr std::uint64_t accessRefer = 1ULL << 13; // version 2
constexpr std::uint64_t accessTruncate = 1ULL << 14; // version 3
constexpr std::uint64_t accessNetwork = (1ULL << 0) | (1ULL << 1); // version 4: bind and connect TCP
constexpr std::uint64_t accessIoctlDevice = 1ULL << 15; // version 5
constexpr std::uint64_t scopes = (1ULL << 0) | (1ULL << 1); // version 6: abstract sockets, signals
constexpr std::uint32_t restrictAllThreads = 1U << 3; // version 8

struct RulesetAttributes {
    std::uint64_t handledAccessFiles = 0;
    std::uint64_t handledAccessNetwork = 0;
    std::uint64_t scoped = 0;
};

constexpr std::uint64_t readingFolder = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

constexpr std::uint64_t rightsOfFirstVersion = readingFolder | LANDLOCK_ACCESS_FS_EXECUTE
    | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE
    | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG
    | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK
    | LANDLOCK_ACCESS_FS_MAKE_SYM;

RulesetAttributes attributesFor(int version)
{
    RulesetAttributes attributes;
    attributes.handledAccessFiles = rightsOfFirstVersion;
    if (version >= 2)
        attributes.handledAccessFiles |= accessRefer;
    if (version >= 3)
        attributes.handledAccessFiles |= accessTruncate;
    if (version >= 4)
        attributes.handledAccessNetwork = accessNetwork;
    if (version >= 5)
        attributes.handledAccessFiles |= accessIoctlDevice;
    if (version >= 6)
        attributes.scoped = scopes;
    return attributes;
}

std::size_t sizeFor(int version)
{
    if (version >= 6)
        return sizeof(RulesetAttributes);
    return version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

class Ruleset
{
public:
    explicit Ruleset(int version)
        : m_attributes(attributesFor(version))
        , m_version(version)
        , m_file(static_cast<int>(syscall(SYS_landlock_create_ruleset, &m_attributes, sizeFor(version), 0)))
    {
    }

    [[nodiscard]] bool isOpen() const { return m_file.isOpen(); }

    void allow(int descriptor, std::uint64_t rights)
    {
        struct stat status {
        };
        if (fstat(descriptor, &status) != 0)
            return;
        if (!S_ISDIR(status.st_mode)) // rights of a folder are an error for a file
            rights &= ~std::uint64_t { LANDLOCK_ACCESS_FS_READ_DIR };
        landlock_path_beneath_attr rule {};
        rule.allowed_access = rights & m_attributes.handledAccessFiles;
        rule.parent_fd = descriptor;
        syscall(SYS_landlock_add_rule, m_file.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }

    void allow(const std::filesystem::path &path, std::uint64_t rights)
    {
        FileDescriptor target(open(path.c_str(), O_PATH | O_CLOEXEC));
        if (!target.isOpen())
            return;
        allow(target.get(), rights);
        // A rule belongs to the object behind a path. That of a file in /proc lasts only as long as it is open.
        if (path.native().starts_with("/proc/"))
            static_cast<void>(target.release());
    }

    [[nodiscard]] bool restrictSelf() const
    {
        const std::uint32_t flags = m_version >= 8 ? restrictAllThreads : 0;
        return syscall(SYS_landlock_restrict_self, m_file.get(), flags) == 0;
    }

private:
    RulesetAttributes m_attributes;
    int m_version;
    FileDescriptor m_file;
};

} // namespace

int landlockVersion()
{
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version > 0)
        return static_cast<int>(version);
    return errno == EOPNOTSUPP ? 0 : -1;
}

bool restrictByLandlock(const ReachableFiles &files)
{
    const int version = landlockVersion();
    if (version <= 0)
        return false;
    Ruleset ruleset(version);
    if (!ruleset.isOpen())
        return false;
    for (const auto &path : files.read)
        ruleset.allow(path, readingFolder);
    for (const int descriptor : files.readDescriptors)
        ruleset.allow(descriptor, LANDLOCK_ACCESS_FS_READ_FILE);
    for (const auto &path : files.readAndWrite)
        ruleset.allow(path, readingFolder | LANDLOCK_ACCESS_FS_WRITE_FILE | accessIoctlDevice);
    return ruleset.restrictSelf();
}

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
