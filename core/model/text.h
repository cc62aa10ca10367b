// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace ridgepoint {

/// Without spaces, tabs and line breaks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

} // namespace ridgepoint
