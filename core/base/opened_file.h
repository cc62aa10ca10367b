// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

// One file, opened once: whatever reads a model (hash, scan, loader) reads what was opened, though its path may name
// another file by then. Call openOnce() while the process has a single thread.

/// Opens a plain file and keeps it open for the rest of the process. Does nothing with what is not a regular file or
/// cannot be opened: whoever reads it finds out why.
void openOnce(const std::string &path);

/// The same with a descriptor that another program opened and left to this one.
void takeOpened(const std::string &path, int descriptor);

/// Where to read the file of this path: what openOnce() opened, as a path, else \p path itself.
[[nodiscard]] std::string pathToRead(const std::string &path);

/// Whether the content that openOnce() opened was written to since; false for any other file.
[[nodiscard]] bool changedSinceOpened(const std::string &path);

/// The descriptor of openOnce(); -1 for any other path.
[[nodiscard]] int openedDescriptor(const std::string &path);

} // namespace rooflight
