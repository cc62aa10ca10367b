// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// The time now, UTC, ISO 8601 to the second.
[[nodiscard]] std::string timestampNow();

/// Seconds from such a time until now; `nullopt` for other texts.
[[nodiscard]] std::optional<std::int64_t> secondsSince(std::string_view timestamp);

} // namespace rooflight
