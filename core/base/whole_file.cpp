// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/whole_file.h"

#include "core/base/file_descriptor.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

Error cannotWrite(const std::string &path, int reason)
{
    return { .code = ErrorCode::OutputFile,
             .text = fmt::format("Cannot write {}: {}.", path, std::generic_category().message(reason)),
             .hint = "Check the folder, its permissions and the free space, or choose another file." };
}

int writeDirectly(const fs::path &target, std::string_view text)
{
    FileDescriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() < 0)
        return errno;
    return writeAll(file.get(), text);
}

int fill(const FileDescriptor &file, std::string_view text)
{
    if (const int reason = writeAll(file.get(), text))
        return reason;
    return ::fsync(file.get()) == 0 ? 0 : errno;
}

/// The permissions of the file that is replaced.
void copyMode(const fs::path &target, const FileDescriptor &file)
{
    struct stat previous {
    };
    if (::stat(target.c_str(), &previous) == 0)
        std::ignore = ::fchmod(file.get(), previous.st_mode & 0777);
}

/// Calls \p make with names beside the target until one is free; the name, or an empty path with errno set.
template<typename Make> fs::path temporaryName(const fs::path &target, const Make &make)
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        fs::path name = target;
        name += fmt::format(".{}-{}.tmp", ::getpid(), attempt);
        if (make(name))
            return name;
        if (errno != EEXIST)
            break;
    }
    return {};
}

fs::path folderOf(const fs::path &target)
{
    return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// That the folder names the new file is on the disk, too, where the file system can say so.
void syncFolderOf(const fs::path &target)
{
    const FileDescriptor folder(::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.isOpen())
        std::ignore = ::fsync(folder.get());
}

/// 0, or the reason in terms of errno; the temporary file is gone either way.
int moveInPlace(const fs::path &temporary, const fs::path &target)
{
    if (::rename(temporary.c_str(), target.c_str()) == 0) {
        syncFolderOf(target);
        return 0;
    }
    const int reason = errno;
    ::unlink(temporary.c_str());
    return reason;
}

int replaceByNamed(const fs::path &target, std::string_view text)
{
    FileDescriptor file;
    const fs::path temporary = temporaryName(target, [&file](const fs::path &name) {
        file = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        return file.isOpen();
    });
    if (temporary.empty())
        return errno;
    copyMode(target, file);
    int reason = fill(file, text);
    if (!file.close() && reason == 0)
        reason = errno;
    if (reason == 0)
        return moveInPlace(temporary, target);
    ::unlink(temporary.c_str());
    return reason;
}

/// By a file that has no name until it is whole: nothing is left of it when this process is killed. `nullopt` where the
/// file system has no such files.
std::optional<int> replaceByNameless(const fs::path &target, std::string_view text)
{
    const FileDescriptor file(::open(folderOf(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    if (!file.isOpen())
        return std::nullopt;
    copyMode(target, file);
    if (const int reason = fill(file, text))
        return reason;
    const std::string itself = fmt::format("/proc/self/fd/{}", file.get());
    const auto nameIt = [&itself](const fs::path &name) {
        return ::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (nameIt(target)) {
        syncFolderOf(target);
        return 0;
    }
    const fs::path temporary = temporaryName(target, nameIt);
    if (temporary.empty())
        return std::nullopt;
    return moveInPlace(temporary, target);
}

int replace(const fs::path &target, std::string_view text)
{
    const std::optional<int> reason = replaceByNameless(target, text);
    return reason ? *reason : replaceByNamed(target, text);
}

/// Where a link leads, though nothing may be there; a link in a circle is what it is.
fs::path targetOf(fs::path path)
{
    constexpr int mostLinks = 40; // as the kernel allows
    std::error_code problem;
    for (int links = 0; links < mostLinks && !fs::exists(path, problem) && fs::is_symlink(path, problem); ++links) {
        const fs::path next = fs::read_symlink(path, problem);
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    const fs::path whole = fs::canonical(path, problem);
    return problem ? path : whole;
}

} // namespace

int writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // a pipe or terminal that another program has set not to block
            pollfd ready { descriptor, POLLOUT, 0 };
            std::ignore = ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

Result<void> writeWholeFile(const std::string &path, std::string_view text)
{
    std::error_code ignored;
    const fs::path target = targetOf(path);
    const fs::file_status status = fs::status(target, ignored);
    int reason = 0;
    if (fs::is_directory(status))
        reason = EISDIR;
    else if (fs::exists(status) && !fs::is_regular_file(status))
        reason = writeDirectly(target, text);
    else
        reason = replace(target, text);
    if (reason != 0)
        return cannotWrite(path, reason);
    return {};
}

Result<void> replaceWholeFile(const std::string &path, std::string_view text)
{
    struct stat status {
    };
    const bool isThere = ::lstat(path.c_str(), &status) == 0;
    if (isThere && !S_ISREG(status.st_mode) && ::unlink(path.c_str()) != 0)
        return cannotWrite(path, errno);
    if (const int reason = replace(path, text))
        return cannotWrite(path, reason);
    return {};
}

} // namespace rooflight
