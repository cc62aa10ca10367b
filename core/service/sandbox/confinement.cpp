// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/confinement.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

namespace ridgepoint {

namespace {

// The kernel's interface grows; what older headers lack is spelled out here (linux/landlock.h of Linux 6.10).
constexpr std::uint64_t accessRefer = 1ULL << 13;
constexpr std::uint64_t accessTruncate = 1ULL << 14;
constexpr std::uint64_t accessNetwork = (1ULL << 0) | (1ULL << 1); // bind and connect TCP

struct RulesetAttributes {
    std::uint64_t handledAccessFiles = 0;
    std::uint64_t handledAccessNetwork = 0;
};

constexpr std::uint64_t writingRights = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE
    | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR
    | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK
    | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// Version of the kernel's interface; negative when there is none.
long landlockVersion()
{
    return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

class FileDescriptor
{
public:
    explicit FileDescriptor(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    ~FileDescriptor()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }
    FileDescriptor(const FileDescriptor &) = delete;
    FileDescriptor &operator=(const FileDescriptor &) = delete;

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    [[nodiscard]] int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

void allowWriting(const FileDescriptor &ruleset, const std::filesystem::path &path)
{
    const FileDescriptor target(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!target.isOpen())
        return;
    landlock_path_beneath_attr rule {};
    rule.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
    rule.parent_fd = target.get();
    syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

void allowCudaDevices(const FileDescriptor &ruleset)
{
    std::error_code ignored;
    for (const auto &entry : std::filesystem::directory_iterator("/dev", ignored)) {
        if (entry.path().filename().string().starts_with("nvidia"))
            allowWriting(ruleset, entry.path());
    }
}

/// MemAvailable of /proc/meminfo; 0 when it cannot be read.
std::int64_t availableMemory()
{
    std::ifstream file("/proc/meminfo");
    for (std::string key; file >> key;) {
        std::int64_t kibibytes = 0;
        if (key == "MemAvailable:" && file >> kibibytes)
            return kibibytes * 1024;
        file.ignore(256, '\n');
    }
    return 0;
}

/// Address space in use; libraries and thread stacks take a large part of it without using memory.
std::int64_t addressSpaceInUse()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    file >> pages;
    return pages * sysconf(_SC_PAGESIZE);
}

} // namespace

std::string confinementSupport()
{
    const long version = landlockVersion();
    if (version > 0)
        return fmt::format("landlock {}", version);
    if (errno == EOPNOTSUPP)
        return "none: Landlock is switched off in this kernel";
    return "none: this kernel has no Landlock";
}

bool confine(bool cuda)
{
    const long version = landlockVersion();
    if (version <= 0)
        return false;
    RulesetAttributes attributes;
    attributes.handledAccessFiles = writingRights;
    if (version >= 2)
        attributes.handledAccessFiles |= accessRefer;
    if (version >= 3)
        attributes.handledAccessFiles |= accessTruncate;
    if (version >= 4)
        attributes.handledAccessNetwork = accessNetwork;
    const std::size_t size = version >= 4 ? sizeof attributes : sizeof attributes.handledAccessFiles;
    const FileDescriptor ruleset(static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
    if (!ruleset.isOpen())
        return false;
    allowWriting(ruleset, "/dev/null");
    if (cuda)
        allowCudaDevices(ruleset);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    return syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0;
}

void limitMemory(std::int64_t bytes)
{
    if (bytes <= 0) {
        const std::int64_t available = availableMemory();
        if (available <= 0)
            return;
        bytes = available / 10 * 9;
    }
    rlimit limit {};
    getrlimit(RLIMIT_AS, &limit);
    const auto wanted = static_cast<rlim_t>(addressSpaceInUse() + bytes);
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
    setrlimit(RLIMIT_AS, &limit);
}

} // namespace ridgepoint
