// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/machine/control_group.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace rooflight {

/// What the processes of a job may take together.
struct JobGroupLimits {
    std::int64_t memoryBytes = 0; ///< resident, with files in memory and what the kernel holds for them; no swap
    std::int64_t tasks = 0; ///< processes and threads
};

/// A control group for a job and all that it starts, below the group of this process. It exists if that one is
/// delegated: writable, and with cgroup v2 either with controllers for groups below it, or without another process in
/// it. The kernel ends a process of the group when its memory is used up.
class JobGroup
{
public:
    /// Removes what dead workers have left, makes a group, and sets its limits. Takes below 1 ms. With cgroup v2 it
    /// moves this process into a group of its own, once, if controllers cannot be enabled otherwise. `root` stands
    /// for "/" and lets a test show another machine's /proc and /sys.
    ///
    /// Errors: Internal; its text is why there is none, as the part of a sentence.
    [[nodiscard]] static Result<JobGroup> make(const JobGroupLimits &limits, const std::filesystem::path &root = "/");

    /// Ends what is in it, and removes it.
    ~JobGroup();
    JobGroup(JobGroup &&) noexcept = default;
    JobGroup &operator=(JobGroup &&) = delete;

    /// 1 or 2.
    [[nodiscard]] int version() const { return m_folders.front().version; }
    /// Folder of the group that limits memory.
    [[nodiscard]] const std::filesystem::path &folder() const { return m_folders.front().path; }

    /// For CLONE_INTO_CGROUP, which takes no time; negative with v1.
    [[nodiscard]] int cloneDescriptor() const;
    /// Puts the calling process, which must have one thread, into the group. False if the kernel refuses.
    [[nodiscard]] bool enter() const;

    /// Whether a process of it was ended because the memory was used up.
    [[nodiscard]] bool wasExceeded() const;

private:
    struct Folder {
        int version;
        std::filesystem::path path;
        FileDescriptor lock; ///< of the folder, locked as long as this worker lives
        FileDescriptor entrance; ///< takes "0" for the process that writes it
    };

    JobGroup() = default;
    [[nodiscard]] bool add(int version, const std::filesystem::path &parent, const char *entrance);
    Result<void> makeVersion1(const std::filesystem::path &own, const JobGroupLimits &limits,
                              const std::optional<ControlGroupFolder> &ownOfTasks);
    Result<void> makeVersion2(const std::filesystem::path &own, const JobGroupLimits &limits);

    std::vector<Folder> m_folders; ///< the first one limits memory
};

} // namespace rooflight
