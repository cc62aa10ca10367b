// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/roofs_cache.h"

#include "core/base/cache_file.h"
#include "core/roofs/cpu/cpu_roofs.h"

#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace ridgepoint {

namespace {

/// Raised whenever roofs are measured in another way: those of before are not to be mixed with new ones.
constexpr int recipe = 3;

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
        + device.driver + '\n' + std::to_string(device.threads) + '\n' + RIDGEPOINT_VERSION + '\n'
        + std::to_string(recipe);
    if (device.kind == "cpu") {
        const Result<std::string> instructions = cpuInstructionSet();
        key += '\n' + (instructions.ok() ? instructions.value() : std::string());
    }
    return cacheFile("peaks", device.kind, key);
}

std::optional<std::string> readPeaksCache(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    std::string text(std::istreambuf_iterator<char>(file), {});
    return file.bad() ? std::nullopt : std::optional(std::move(text));
}

Result<void> writePeaksCache(const fs::path &path, std::string_view text)
{
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return cannotWrite(path, error);

    const fs::path unfinished = path.string() + "." + std::to_string(getpid());
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file)
        error = std::make_error_code(std::errc::io_error);
    else
        fs::rename(unfinished, path, error);
    if (!error)
        return {};
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    return cannotWrite(path, error);
}

} // namespace ridgepoint
