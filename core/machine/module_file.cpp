// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/module_file.h"

#include <system_error>

namespace rooflight {

std::vector<std::filesystem::path> moduleFiles(std::string_view name)
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    const std::filesystem::path folder = program.parent_path();
    return { folder / name, folder.parent_path() / "lib" / "rooflight" / name };
}

} // namespace rooflight
