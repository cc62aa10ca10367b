// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/cache_file.h"

#include "core/base/environment.h"

#include <cstdint>
#include <string>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

fs::path absoluteFolder(const char *variable)
{
    const char *value = environmentVariable(variable);
    const fs::path folder = value ? value : "";
    // The XDG specification asks to ignore relative folders.
    return folder.is_absolute() ? folder : fs::path();
}

fs::path cacheFolder()
{
    if (const fs::path cache = absoluteFolder("XDG_CACHE_HOME"); !cache.empty())
        return cache / "rooflight";
    if (const fs::path home = absoluteFolder("HOME"); !home.empty())
        return home / ".cache" / "rooflight";
    return {};
}

/// FNV-1a: equal names only for equal keys, near enough for a cache whose content names its subject again.
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

} // namespace

fs::path cacheFile(std::string_view folder, std::string_view prefix, std::string_view key)
{
    const fs::path cache = cacheFolder();
    if (cache.empty())
        return {};
    return cache / folder / (std::string(prefix) + "-" + hexadecimal(hashOf(key)) + ".jsonl");
}

} // namespace rooflight
