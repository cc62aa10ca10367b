// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace ridgepoint {

/// Whether this kernel can filter system calls of all threads at once (Linux 3.17).
[[nodiscard]] bool canFilterSystemCalls();

/// Takes from all threads of this process, for good, every system call but those of a list: memory, threads of its own,
/// reading, what is open already, clocks. Others fail with EPERM, those that this version does not know with ENOSYS.
/// A program for another machine than this one's kernel ends at its first call. With \p gpu the driver's ioctls stay.
/// False, with nothing changed, where the kernel refuses.
[[nodiscard]] bool restrictSystemCalls(bool gpu);

} // namespace ridgepoint
