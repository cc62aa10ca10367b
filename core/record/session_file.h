// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/base/untrusted_file.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

/// Reads a .ridge file: a saved record stream. Unknown records are skipped; a line that is cut off at the end of
/// the file is dropped with a notice. Errors: FileUnreadable, FormatVersion, Damaged (no hello, nothing whole behind
/// it, or a broken line that is not the last), each naming the file. Sentences of its errors and notices become
/// quotations of the file, and an error ends a command with a status that commands have.
[[nodiscard]] Result<Session> readSession(const std::string &path);

/// The same of its content.
[[nodiscard]] Result<Session> parseSession(const UntrustedFile &file);

/// The text of a session's file. Errors: OutputFile, naming \p path, for more than readSession() would take.
[[nodiscard]] Result<std::string> sessionText(const Session &session, const std::string &path);

/// Writes a session as a record stream. The file appears whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writeSession(const std::string &path, const Session &session);

} // namespace rooflight
