// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

namespace rooflight {

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
