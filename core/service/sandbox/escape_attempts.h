// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace rooflight {

/// What there is to reach outside. Whoever makes an attempt must own all of it.
struct EscapeTargets {
    std::string folder; ///< writable, with the files "secret" (mode 0600) and "program" (executable) in it
    pid_t process = 0; ///< that goes on meanwhile, and is no child of the one that attempts
};

/// A variable of the environment that is there before the process is confined.
inline constexpr const char *secretVariable = "SECRET_OF_THE_USER";

/// Something that a confined process must not do. It is really tried, but so that nothing is lost if it succeeds: in
/// the folder of the targets, with signal 0, with arguments that mean nothing.
struct EscapeAttempt {
    std::string_view group; ///< "files", "sockets", "processes", "terminal", "memory", "kernel"
    std::string_view name;
    long (*attempt)(const EscapeTargets &); ///< negative, with errno, if it was refused or failed
    bool untilStart = false; ///< allowed while libraries are loaded, and to what is trusted: see confineAfterStart()
};

[[nodiscard]] std::span<const EscapeAttempt> escapeAttempts();

/// Whether an attempt that ended so was refused: not for want of a right argument.
[[nodiscard]] bool isRefused(long result, int error);

} // namespace rooflight
