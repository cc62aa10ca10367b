// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
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

} // namespace rooflight
