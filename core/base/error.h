// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"

#include <string>
#include <string_view>

namespace rooflight {

/// What kind of thing went wrong. The name in the record stream is name(code).
enum class ErrorCode {
    CommandLine, ///< an option or request that makes no sense
    FileUnreadable, ///< missing, a directory, no permission, not a plain file
    NotTorchScript, ///< readable, but something else than TorchScript
    Damaged, ///< was TorchScript once: truncated, a checksum differs
    FormatVersion, ///< a session or stream of a newer major version
    InputMismatch, ///< the model's arguments are missing or do not fit
    ModelFailed, ///< the model raised while it ran
    ModelKilled, ///< the process that loaded or ran the model died of a signal
    DeviceMissing,
    OutOfMemory,
    TimedOut,
    Cancelled,
    UnsafeFile, ///< the file calls what is not known to be safe and was not trusted
    WorkerLost, ///< the worker ended, could not be started, or sent what is not a record
    WorkerUnreachable, ///< the host that is to measure: there is no connection to it, or no worker on it
    OutputFile, ///< a report could not be written
    Internal, ///< a defect of Rooflight
};

/// Stable snake_case identifier, for example "not_torchscript".
[[nodiscard]] std::string_view name(ErrorCode code);

/// Inverse of name(); ErrorCode::Internal for an unknown identifier.
[[nodiscard]] ErrorCode errorCodeFromName(std::string_view text);

/// Exit status of rooflight-cli for this error, as documented in docs/reference/command_line.md.
[[nodiscard]] int exitStatus(ErrorCode code);

/// Whether a command may end so with an error: 2 to 7, and 70.
[[nodiscard]] bool isExitStatus(int status);

/// One plain sentence on what failed, on which file and why, and one on what to do.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string text;
    std::string hint;
    int status = 0; ///< exit status if it is not exitStatus(code): a killed model is 3 while loading, 4 while running
    TextParts parts = {}; ///< of the text, if it is one of core/model/error_sentences.h

    bool operator==(const Error &) const = default;
};

/// Text and hint, a space between.
[[nodiscard]] std::string wholeText(const Error &error);

/// The status that the error itself names, else the one of its code.
[[nodiscard]] int exitStatus(const Error &error);

} // namespace rooflight
