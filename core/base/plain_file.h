// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>

namespace rooflight {

enum class FileEnd { First, Last };

/// At most the first or the last \p maxBytes of a plain file in a folder that others write into, too; empty where it
/// is a symbolic link, a pipe or a device, or cannot be read.
[[nodiscard]] std::string readPlainText(const std::string &path, std::size_t maxBytes, FileEnd end = FileEnd::Last);

} // namespace rooflight
