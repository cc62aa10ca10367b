// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/loader_cache.h"

#include "core/base/environment.h"
#include "core/base/text_file.h"

#include <filesystem>
#include <sstream>
#include <system_error>

namespace rooflight {

namespace {

bool isFile(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// The cache holds the paths as texts that end with a zero.
bool isInCache(const std::string &name, const std::string &cache)
{
    const std::string ending = '/' + name + '\0';
    for (std::size_t at = cache.find(ending); at != std::string::npos; at = cache.find(ending, at + 1)) {
        const std::size_t before = cache.rfind('\0', at);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        if (isFile(cache.substr(begin, at + ending.size() - 1 - begin)))
            return true;
    }
    return false;
}

} // namespace

bool isLibraryFound(const std::string &name, const std::string &cacheFile, const std::string &searchPath)
{
    std::istringstream folders(searchPath);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && isFile(folder + '/' + name))
            return true;
    }
    return isInCache(name, readText(cacheFile));
}

bool isLibraryFound(const std::string &name)
{
    const char *searchPath = environmentVariable("LD_LIBRARY_PATH");
    return isLibraryFound(name, "/etc/ld.so.cache", searchPath ? searchPath : "");
}

} // namespace rooflight
