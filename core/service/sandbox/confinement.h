// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/service/sandbox/job_group.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace rooflight {

/// What a confined process keeps beside the system's libraries and what it has open.
struct ConfinementPlan {
    bool gpu = false; ///< the devices of NVIDIA's driver
    std::vector<std::filesystem::path> readable; ///< files, and folders with all below them
    std::vector<std::filesystem::path> libraries; ///< files; shared libraries beside them, too
    std::vector<int> descriptors; ///< open files that are read again by /proc/self/fd
    std::int64_t memoryFileBytes = 0; ///< how large a file in memory may be, if that is more than 64 MiB
};

/// What the kernel offers for confine(): "landlock 7, seccomp", or "none: ..." with the reason.
[[nodiscard]] std::string confinementSupport();

/// Takes from this process, for good and for all its threads, what a model has no use for: to make, change or run
/// files, to read others than the plan's and the system's, sockets, processes, signals to others, terminals, other
/// users' rights. What is open stays usable. Call it before untrusted code runs, with a single thread.
///
/// Errors: UnsafeFile, if the kernel lacks Landlock or the filter of system calls, naming which. The process may
/// have lost some rights by then: end it.
[[nodiscard]] Result<void> confine(const ConfinementPlan &plan);

/// What another program keeps that this process is about to become, and that confines itself before it reads what it
/// does not trust: files, as far as they are this user's, and processes of its own.
///
/// Takes rights of root, sockets, and the environment but for what LibTorch, Python and compilers read. False if the
/// kernel refuses: end the process.
[[nodiscard]] bool confineProgram();

/// Takes what only loading libraries needs: files in memory and pipes. After confine(), when they are loaded.
///
/// Errors: UnsafeFile, if the kernel refuses.
[[nodiscard]] Result<void> confineAfterStart();

/// What a job that asked for \p memoryBytes may take with all that it starts: 256 MiB more, for what it shares with
/// this process at first, and what the kernel holds for it. 0 chooses nine tenths of what is available now.
[[nodiscard]] JobGroupLimits jobGroupLimits(std::int64_t memoryBytes);

/// Bounds the memory of this process. 0 chooses nine tenths of what is available now. Memory that a GPU driver maps
/// counts, too, so do not use it for CUDA. False if the limit could not be set.
[[nodiscard]] bool limitMemory(std::int64_t bytes);

} // namespace rooflight
