// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/opened_file.h"

#include "core/base/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <map>

namespace rooflight {

namespace {

struct OpenedFile {
    FileDescriptor file;
    struct stat status {
    };
};

std::map<std::string, OpenedFile> &openedFiles()
{
    static std::map<std::string, OpenedFile> files;
    return files;
}

const OpenedFile *find(const std::string &path)
{
    const auto found = openedFiles().find(path);
    return found == openedFiles().end() ? nullptr : &found->second;
}

bool sameTime(const timespec &a, const timespec &b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

} // namespace

void openOnce(const std::string &path)
{
    struct stat status {
    };
    // Opening a device or a pipe may do more than open.
    if (find(path) || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return;
    OpenedFile opened;
    opened.file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!opened.file.isOpen() || ::fstat(opened.file.get(), &opened.status) != 0 || !S_ISREG(opened.status.st_mode))
        return;
    openedFiles().emplace(path, std::move(opened));
}

void takeOpened(const std::string &path, int descriptor)
{
    OpenedFile opened;
    opened.file = FileDescriptor(descriptor);
    if (::fstat(descriptor, &opened.status) == 0)
        openedFiles().emplace(path, std::move(opened));
}

std::string pathToRead(const std::string &path)
{
    const OpenedFile *opened = find(path);
    return opened ? "/proc/self/fd/" + std::to_string(opened->file.get()) : path;
}

bool changedSinceOpened(const std::string &path)
{
    const OpenedFile *opened = find(path);
    struct stat now {
    };
    if (!opened || ::fstat(opened->file.get(), &now) != 0)
        return false;
    const struct stat &then = opened->status;
    // The change time cannot be set back, unlike that of the last modification. Links and names change it, too.
    return now.st_size != then.st_size || !sameTime(now.st_mtim, then.st_mtim)
        || (!sameTime(now.st_ctim, then.st_ctim) && now.st_nlink == then.st_nlink);
}

int openedDescriptor(const std::string &path)
{
    const OpenedFile *opened = find(path);
    return opened ? opened->file.get() : -1;
}

} // namespace rooflight
