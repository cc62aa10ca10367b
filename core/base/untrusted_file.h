// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rooflight {

/// What a file is read as by the program itself, which is not confined. Models and traces are not among them: a
/// process with JobRights opens those.
enum class FileKind : std::uint8_t { Session, Roofs, KeptRoofs, Plan, MatrixIndex, Formulas };

/// A plain file that this user wrote, not empty, and no link to another.
[[nodiscard]] bool isOwnFile(const std::string &path);

/// The content of a file that somebody else may have written, within the bounds of its kind: its size, and how deep
/// brackets and dotted keys are nested. What parses such content takes it as this type, so that no parser sees more.
class UntrustedFile
{
public:
    /// Opens the file once and reads it. Errors: FileUnreadable, for what is missing, no plain file, or beyond the
    /// bounds of its kind.
    [[nodiscard]] static Result<UntrustedFile> read(const std::string &path, FileKind kind);

    /// A text that is in memory already, under the same bounds. \p path is for messages.
    [[nodiscard]] static Result<UntrustedFile> ofText(std::string path, std::string text, FileKind kind);

    [[nodiscard]] static std::size_t maxBytes(FileKind kind);

    /// As the user gave it: bytes, which need not be UTF-8.
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] FileKind kind() const { return m_kind; }
    [[nodiscard]] std::string_view text() const { return m_text; }

private:
    UntrustedFile(std::string path, std::string text, FileKind kind)
        : m_path(std::move(path))
        , m_text(std::move(text))
        , m_kind(kind)
    {
    }

    std::string m_path;
    std::string m_text;
    FileKind m_kind;
};

} // namespace rooflight
