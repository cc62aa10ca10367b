// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/peaks_cache.h"

#include "core/peaks/cpu_peaks.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace ridgepoint {

namespace {

namespace fs = std::filesystem;

fs::path absoluteFolder(const char *variable)
{
    const char *value = std::getenv(variable);
    const fs::path folder = value ? value : "";
    // The XDG specification asks to ignore relative folders.
    return folder.is_absolute() ? folder : fs::path();
}

fs::path cacheFolder()
{
    if (const fs::path cache = absoluteFolder("XDG_CACHE_HOME"); !cache.empty())
        return cache / "ridgepoint" / "peaks";
    if (const fs::path home = absoluteFolder("HOME"); !home.empty())
        return home / ".cache" / "ridgepoint" / "peaks";
    return {};
}

/// FNV-1a: equal names only for equal keys, near enough for a cache whose content names its device again.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const char character : text)
        hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
    return hash;
}

std::string hexadecimal(std::uint64_t number)
{
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[(number >> shift) & 15];
    return text;
}

Error cannotWrite(const fs::path &path, const std::error_code &reason)
{
    return { ErrorCode::OutputFile,
             "The measured roofs cannot be kept in " + path.string() + ": " + reason.message() + ".",
             "Set XDG_CACHE_HOME to a folder that you can write to." };
}

} // namespace

fs::path peaksCachePath(const Device &device)
{
    const fs::path folder = cacheFolder();
    if (folder.empty())
        return {};
    std::string key = device.kind + '\n' + std::to_string(device.index) + '\n' + device.name + '\n' + device.uuid + '\n'
        + device.driver + '\n' + std::to_string(device.threads) + '\n' + RIDGEPOINT_VERSION;
    if (device.kind == "cpu") {
        const Result<std::string> instructions = cpuInstructionSet();
        key += '\n' + (instructions.ok() ? instructions.value() : std::string());
    }
    return folder / (device.kind + "-" + hexadecimal(hashOf(key)) + ".jsonl");
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
