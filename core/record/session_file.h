// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/session.h"

#include <string>
#include <string_view>

namespace rooflight {

/// The text of a file that holds a \p kind of thing. Errors: FileUnreadable, also for what is no plain file.
[[nodiscard]] Result<std::string> readPlainFile(const std::string &path, std::string_view kind);

/// Reads a .ridge file: a saved record stream. Unknown records are skipped; a line that is cut off at the end of
/// the file is dropped with a notice. Errors: FileUnreadable, FormatVersion, Damaged (no hello, or a broken line
/// that is not the last), each naming the file.
[[nodiscard]] Result<Session> readSession(const std::string &path);

/// Writes a session as a record stream. The file appears whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writeSession(const std::string &path, const Session &session);

} // namespace rooflight
