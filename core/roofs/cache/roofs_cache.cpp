// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/roofs_cache.h"

#include "core/base/cache_file.h"
#include "core/base/whole_file.h"
#include "core/roofs/cpu/cpu_roofs.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rooflight {

namespace {

/// Raised whenever roofs are measured in another way: those of before are not to be mixed with new ones.
constexpr int recipe = 3;

constexpr off_t maxBytes = off_t { 64 } << 20;

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
    // A pipe would keep the reader waiting, a folder cannot be read.
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {
    };
    if (!file.isOpen() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > maxBytes)
        return std::nullopt;
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t got = read(file.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return std::nullopt;
        size += static_cast<std::size_t>(got);
    }
    return text;
}

Result<void> writePeaksCache(const fs::path &path, std::string_view text)
{
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return cannotWrite(path, error);

    // A folder or a pipe at its place: an empty folder goes, a full one is somebody's.
    std::error_code ignored;
    if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
        fs::remove(path, ignored);
    return writeWholeFile(path.string(), text);
}

} // namespace rooflight
