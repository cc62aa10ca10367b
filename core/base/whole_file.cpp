// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/whole_file.h"

#include "core/base/file_descriptor.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

namespace fs = std::filesystem;

Error cannotWrite(const std::string &path, int reason)
{
    return { .code = ErrorCode::OutputFile,
             .text = fmt::format("Cannot write {}: {}.", path, std::generic_category().message(reason)),
             .hint = "Check the folder, its permissions and the free space, or choose another file." };
}

/// 0, or the reason in terms of errno.
int writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int writeDirectly(const fs::path &target, std::string_view text)
{
    FileDescriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() < 0)
        return errno;
    return writeAll(file.get(), text);
}

int fill(FileDescriptor &file, std::string_view text)
{
    if (const int reason = writeAll(file.get(), text))
        return reason;
    if (::fsync(file.get()) != 0)
        return errno;
    return file.close() ? 0 : errno;
}

int replace(const fs::path &target, std::string_view text)
{
    fs::path temporary;
    int fd = -1;
    for (int attempt = 0; fd < 0 && attempt < 100; ++attempt) {
        temporary = target;
        temporary += fmt::format(".{}-{}.tmp", ::getpid(), attempt);
        fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0)
        return errno;
    FileDescriptor file(fd);
    struct stat previous {
    };
    if (::stat(target.c_str(), &previous) == 0)
        std::ignore = ::fchmod(fd, previous.st_mode & 0777);
    int reason = fill(file, text);
    if (reason == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
        reason = errno;
    if (reason != 0)
        ::unlink(temporary.c_str());
    return reason;
}

} // namespace

Result<void> writeWholeFile(const std::string &path, std::string_view text)
{
    std::error_code ignored;
    const fs::path resolved = fs::canonical(path, ignored);
    const fs::path target = resolved.empty() ? fs::path(path) : resolved;
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

} // namespace ridgepoint
