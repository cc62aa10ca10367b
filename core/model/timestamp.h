// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace ridgepoint {

/// The time now, UTC, ISO 8601 to the second.
[[nodiscard]] std::string timestampNow();

} // namespace ridgepoint
