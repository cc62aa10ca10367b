// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/plain_file.h"

#include "core/base/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace rooflight {

std::string readPlainText(const std::string &path, std::size_t maxBytes, FileEnd end)
{
    // A pipe would wait for its other end.
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {
    };
    if (!file.isOpen() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    const auto size = static_cast<std::size_t>(status.st_size);
    std::string text(std::min(size, maxBytes), '\0');
    const std::size_t start = end == FileEnd::First ? 0 : size - text.size();
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t count =
            pread(file.get(), text.data() + filled, text.size() - filled, static_cast<off_t>(start + filled));
        if (count <= 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    text.resize(filled);
    return text;
}

std::string missingFileHint(std::string_view path, std::string_view usual)
{
    if (path.find("\xef\xbf\xbd") == std::string_view::npos)
        return std::string(usual);
    return "If its name has bytes that are not UTF-8, rename it or use rooflight-cli: the window cannot open it.";
}

} // namespace rooflight
