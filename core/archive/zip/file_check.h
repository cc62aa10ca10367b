// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace rooflight {

/// Length of the file in bytes when it is a plain, readable file that starts like a zip archive; else what it is
/// instead. Opens nothing that could block (a named pipe, a device).
[[nodiscard]] Result<std::int64_t> checkFile(const std::string &path);

} // namespace rooflight
