// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "tests/fuzz/targets.h"

#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace rooflight::fuzz {

/// A file for readers that want a path; no disk is involved.
class MemoryFile
{
public:
    MemoryFile()
        : m_file(memfd_create("fuzz", MFD_CLOEXEC))
        , m_path("/proc/self/fd/" + std::to_string(m_file.get()))
    {
        require(m_file.isOpen(), "memory for a file can be had");
    }

    void fill(std::string_view content)
    {
        require(ftruncate(m_file.get(), 0) == 0, "a memory file can be emptied");
        for (std::size_t written = 0; written < content.size();) {
            const ssize_t got =
                pwrite(m_file.get(), content.data() + written, content.size() - written, static_cast<off_t>(written));
            require(got > 0, "a memory file can be written");
            written += static_cast<std::size_t>(got);
        }
    }

    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    FileDescriptor m_file;
    std::string m_path;
};

} // namespace rooflight::fuzz
