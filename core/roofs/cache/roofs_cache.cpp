// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/roofs_cache.h"

#include "core/base/cache_file.h"
#include "core/base/clock.h"
#include "core/base/untrusted_file.h"
#include "core/base/whole_file.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/disturbed.h"
#include "core/roofs/cpu/cpu_roofs.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <tuple>

namespace rooflight {

namespace {

/// Raised whenever roofs are measured in another way: those of before are not to be mixed with new ones.
constexpr int recipe = 4;

namespace fs = std::filesystem;

Error cannotWrite(const fs::path &path, const std::error_code &reason)
{
    return { ErrorCode::OutputFile,
             "The measured roofs cannot be kept in " + path.string() + ": " + reason.message() + ".",
             "Set XDG_CACHE_HOME to a folder that you can write to." };
}

} // namespace

fs::path peaksCachePath(const Device &device)
{
    std::string key = device.kind + '\n' + std::to_string(device.index) + '\n' + device.name + '\n' + device.uuid + '\n'
        + device.driver + '\n' + std::to_string(device.threads) + '\n' + ROOFLIGHT_VERSION + '\n'
        + std::to_string(recipe);
    if (device.kind == "cpu") {
        const Result<std::string> instructions = cpuInstructionSet();
        key += '\n' + (instructions.ok() ? instructions.value() : std::string());
    }
    return cacheFile("peaks", device.kind, key);
}

std::optional<RoofsLock> RoofsLock::tryLock(const fs::path &cachePath)
{
    std::error_code ignored;
    fs::create_directories(cachePath.parent_path(), ignored);
    const fs::path path = cachePath.string() + ".lock";
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (file.isOpen() && flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return std::nullopt;
    return RoofsLock(std::move(file));
}

std::optional<std::string> readPeaksCache(const fs::path &path)
{
    const Result<UntrustedFile> file = UntrustedFile::read(path.string(), FileKind::KeptRoofs);
    return file.ok() ? std::optional(std::string(file.value().text())) : std::nullopt;
}

Result<void> writePeaksCache(const fs::path &path, std::string_view text)
{
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return cannotWrite(path, error);

    // A folder, a pipe or a link at its place: an empty folder goes, a full one is somebody's.
    const fs::file_status status = fs::symlink_status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        fs::remove(path, error);
    return replaceWholeFile(path.string(), text);
}

namespace {

/// The smaller the better.
auto rank(const Roof &roof)
{
    return std::tuple { isTooUncertain(roof), roof.hasFlag("partial"), disturbancesOf(roof).size(),
                        roof.launch() ? roof.value : -roof.value };
}

bool isSameRoof(const Roof &a, const Roof &b)
{
    return a.kind() == b.kind() && a.name == b.name && a.threads == b.threads && a.isSustained() == b.isSustained();
}

const Roof *counterpart(const Roof &roof, const std::vector<Roof> &roofs)
{
    const auto found = std::ranges::find_if(
        roofs, [&roof](const Roof &other) { return isSameRoof(roof, other) && !isTooUncertain(other); });
    return found == roofs.end() ? nullptr : &*found;
}

/// Whatever disturbed a measurement is likely to go on for a while.
bool wasJustMeasured(const DeviceRoofs &peaks)
{
    constexpr std::int64_t secondsToWait = 600;
    const std::optional<std::int64_t> age = secondsSince(peaks.measuredAt);
    return age && *age >= 0 && *age < secondsToWait;
}

} // namespace

bool canBeBetter(const DeviceRoofs &peaks, Effort effort)
{
    return effort != Effort::Quick && peaks.effort == name(Effort::Quick);
}

DeviceRoofs betterRoofs(const DeviceRoofs &before, DeviceRoofs now)
{
    for (Roof &roof : now.roofs) {
        const Roof *other = counterpart(roof, before.roofs);
        if (other && rank(*other) < rank(roof))
            roof = *other;
    }
    for (const Roof &roof : before.roofs) {
        if (!isTooUncertain(roof) && !counterpart(roof, now.roofs))
            now.roofs.push_back(roof);
    }
    if (now.curves.empty())
        now.curves = before.curves;
    return now;
}

Result<DeviceRoofs> settledRoofs(std::optional<DeviceRoofs> cached, Effort effort,
                                 const std::function<Result<DeviceRoofs>()> &measure)
{
    if (cached && (!isDisturbed(*cached, effort) || (wasJustMeasured(*cached) && !canBeBetter(*cached, effort))))
        return std::move(*cached);
    Result<DeviceRoofs> measured = measure();
    if (!cached)
        return measured;
    if (!measured.ok())
        return std::move(*cached);
    return betterRoofs(*cached, std::move(measured).value());
}

} // namespace rooflight
