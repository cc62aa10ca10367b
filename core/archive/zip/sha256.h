// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace rooflight {

/// SHA-256 of the whole file, 64 lower-case hexadecimal digits; of an unspecified part once \p stop is requested.
/// Fails with ErrorCode::FileUnreadable.
[[nodiscard]] Result<std::string> sha256OfFile(const std::string &path, const std::stop_token &stop = {});

/// SHA-256 of a text; empty if OpenSSL offers none.
[[nodiscard]] std::string sha256OfText(std::string_view text);

} // namespace rooflight
