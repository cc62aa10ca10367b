// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/utf8.h"

#include <string>
#include <string_view>

namespace rooflight {

/// The text on one line without surprises: control characters, line separators and changes of writing direction
/// become visible escapes such as \n or \x1b. Names in a model may hold anything, also terminal commands.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns on a terminal, by Unicode's EastAsianWidth: 2 for wide and fullwidth characters, 0 for nonspacing marks,
/// format and control characters, else 1.
[[nodiscard]] int columnWidth(char32_t codePoint);
[[nodiscard]] int columnWidth(std::string_view text);

/// The text, cut to a number of columns with an ellipsis if it is longer.
[[nodiscard]] std::string elided(std::string_view text, int columns);

} // namespace rooflight
