// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

/// Whether the loader finds a shared library by its name, such as "libjemalloc.so.2", without loading it: in a folder
/// of \p searchPath ("/a:/b", as LD_LIBRARY_PATH has it), or where its cache \p cacheFile says, which ldconfig writes.
/// One for other processors, by its ELF header, is none: the loader goes on behind it, too. What cannot be read here
/// counts: a sandbox may hide what the loader reads before it.
[[nodiscard]] bool isLibraryFound(const std::string &name, const std::string &cacheFile, const std::string &searchPath);

/// The same for this process.
[[nodiscard]] bool isLibraryFound(const std::string &name);

} // namespace rooflight
