// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/model/device.h"
#include "core/model/request.h"
#include "core/results/roofs/roofs.h"

#include <filesystem>
#include <functional>
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

/// Whether a measurement with this effort says more: these are quick, and it is not.
[[nodiscard]] bool canBeBetter(const DeviceRoofs &peaks, Effort effort);

/// The roofs of \p now, each replaced by its counterpart in \p before if that one is better: not too uncertain, not
/// cut short, by fewer disturbances, at last by the better value: what the device reached once it can reach again,
/// though its clock be lower now. Roofs that only \p before has follow, but for too uncertain ones; its curves if
/// \p now has none.
[[nodiscard]] DeviceRoofs betterRoofs(const DeviceRoofs &before, DeviceRoofs now);

/// The cached roofs if they are undisturbed, or disturbed but measured less than ten minutes ago, with more than
/// quick effort if more is asked for; else \p measure, which measures with this effort, is called, once, and the better
/// of both kept. Errors: those of \p measure, if there is nothing cached to fall back on.
[[nodiscard]] Result<DeviceRoofs> settledRoofs(std::optional<DeviceRoofs> cached, Effort effort,
                                               const std::function<Result<DeviceRoofs>()> &measure);

} // namespace rooflight
