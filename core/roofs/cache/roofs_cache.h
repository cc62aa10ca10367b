// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/model/device.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// File that keeps the roofs of a device: $XDG_CACHE_HOME/rooflight/peaks/NAME, or below ~/.cache. The name differs
/// with device, driver, thread count, instruction set, version of Rooflight and its way to measure. Empty when there
/// is no home folder.
[[nodiscard]] std::filesystem::path peaksCachePath(const Device &device);

/// Held while the roofs of one device are measured, by one process of a machine at a time.
class RoofsLock
{
public:
    /// Nothing while another process holds it. If there is no place for the lock, there is nothing to share either, and
    /// the call succeeds at once.
    [[nodiscard]] static std::optional<RoofsLock> tryLock(const std::filesystem::path &cachePath);

private:
    explicit RoofsLock(FileDescriptor file)
        : m_file(std::move(file))
    {
    }

    FileDescriptor m_file;
};

/// The file's text; nothing when there is no such file, it cannot be read, or it is not a regular file of this user's
/// and of a sensible size. No link is followed.
[[nodiscard]] std::optional<std::string> readPeaksCache(const std::filesystem::path &path);

/// Replaces the file in one step, making its folder if needed: a reader sees the old text or the new one.
Result<void> writePeaksCache(const std::filesystem::path &path, std::string_view text);

} // namespace rooflight
