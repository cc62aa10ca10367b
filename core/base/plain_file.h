// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rooflight {

enum class FileEnd { First, Last };

/// At most the first or the last \p maxBytes of a plain file in a folder that others write into, too; empty if it
/// is a symbolic link, a pipe or a device, or cannot be read.
[[nodiscard]] std::string readPlainText(const std::string &path, std::size_t maxBytes, FileEnd end = FileEnd::Last);

/// What to do if there is no file of this name: \p usual, unless the name has U+FFFD. Qt puts that in the place of
/// bytes that are not UTF-8, and then asks for another file.
[[nodiscard]] std::string missingFileHint(std::string_view path, std::string_view usual);

} // namespace rooflight
