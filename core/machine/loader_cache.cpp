// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/loader_cache.h"

#include "core/base/environment.h"
#include "core/base/file_descriptor.h"
#include "core/base/text_file.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

using ElfHeader = ElfW(Ehdr);

/// That of this program in memory, by the name that linkers give it: a sandbox may hide the file.
extern "C" [[gnu::visibility("hidden")]] const ElfHeader __ehdr_start; // NOLINT: reserved for this

namespace rooflight {

namespace {

/// Class, byte order and machine stand at the same place in headers of 32 and of 64 bits.
bool isForThisMachine(const ElfHeader &header)
{
    return std::memcmp(header.e_ident, __ehdr_start.e_ident, EI_DATA + 1) == 0
        && header.e_machine == __ehdr_start.e_machine;
}

bool isLibrary(const std::string &path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen())
        return true;
    ElfHeader header {};
    return read(file.get(), &header, sizeof header) == ssize_t { sizeof header } && isForThisMachine(header);
}

/// The cache holds the paths as texts that end with a zero.
bool isInCache(const std::string &name, const std::string &cache)
{
    const std::string ending = '/' + name + '\0';
    for (std::size_t at = cache.find(ending); at != std::string::npos; at = cache.find(ending, at + 1)) {
        const std::size_t before = cache.rfind('\0', at);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        if (isLibrary(cache.substr(begin, at + ending.size() - 1 - begin)))
            return true;
    }
    return false;
}

} // namespace

bool isLibraryFound(const std::string &name, const std::string &cacheFile, const std::string &searchPath)
{
    std::istringstream folders(searchPath);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (!folder.empty() && isLibrary(folder + '/' + name))
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
