// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result.h"

#include <string>

namespace ridgepoint {

/// SHA-256 of the whole file, 64 lower-case hexadecimal digits. Fails with ErrorCode::FileUnreadable.
[[nodiscard]] Result<std::string> sha256OfFile(const std::string &path);

} // namespace ridgepoint
