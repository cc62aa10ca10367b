// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace rooflight {

/// Files that a confined process may still reach. What is not there is skipped; a folder means all below it.
struct ReachableFiles {
    std::vector<std::filesystem::path> read;
    std::vector<int> readDescriptors; ///< files that are open: reached although their path may name another one by now
    std::vector<std::filesystem::path> readAndWrite; ///< devices
};

/// Version of the kernel's interface; 0: switched off; negative: the kernel has none.
[[nodiscard]] int landlockVersion();

/// Takes from this thread, those that it starts, and if the kernel can do it all others of the process, for good:
/// files beyond \p files, TCP, signals and abstract sockets beyond this process, as far as the kernel knows to refuse
/// them. Needs PR_SET_NO_NEW_PRIVS. False, with nothing changed, if the kernel refuses.
[[nodiscard]] bool restrictByLandlock(const ReachableFiles &files);

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

/// Whether this kernel can filter system calls of all threads at once (Linux 3.17).
[[nodiscard]] bool canFilterSystemCalls();

/// Takes from all threads of this process, for good, every system call but those of a list: memory, threads of its own,
/// reading, what is open already, clocks. Others fail with EPERM, those that this version does not know with ENOSYS.
/// A program for another machine than this one's kernel ends at its first call. Ioctls stay whose number has
/// one of \p ioctlGroups in bits 8 to 15: those of a driver. False, with nothing changed, if the kernel refuses.
[[nodiscard]] bool restrictSystemCalls(std::span<const int> ioctlGroups);

/// Takes what only the start of a process needs: files in memory and pipes, whose memory no limit of a process counts,
/// and further filters. After restrictSystemCalls(), for all threads and for good. False, with nothing changed, if
/// the kernel refuses.
[[nodiscard]] bool restrictAfterStart();

/// Takes from this process, and from the programs that it becomes or starts, sockets and what reaches into other
/// processes or into the kernel: what no compiler calls. Needs PR_SET_NO_NEW_PRIVS. False, with nothing changed, if
/// the kernel refuses.
[[nodiscard]] bool restrictPrograms();

} // namespace rooflight
