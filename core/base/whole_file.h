// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace rooflight {

/// Writes all of the text; if the descriptor takes no more at the moment it waits. 0, or the reason in terms of
/// errno.
[[nodiscard]] int writeAll(int descriptor, std::string_view text);

/// Writes text to a file that appears whole or not at all: a temporary file takes its place once it is on the disk.
/// If the file system permits it, that one has no name until then, so that nothing is left of it when this process
/// is killed. A symbolic link is followed, also to what is not there yet; a device or a pipe is written to directly.
/// Errors: OutputFile.
[[nodiscard]] Result<void> writeWholeFile(const std::string &path, std::string_view text);

/// The same in a folder that others write into, too: what stands there and is not a regular file, such as a symbolic
/// link, is taken away.
[[nodiscard]] Result<void> replaceWholeFile(const std::string &path, std::string_view text);

} // namespace rooflight
