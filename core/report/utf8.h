// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace ridgepoint {

/// Takes the first code point off a text that is not empty. A byte that is no UTF-8 gives U+FFFD.
[[nodiscard]] char32_t takeCodePoint(std::string_view &text);

void appendUtf8(std::string &text, char32_t codePoint);

/// The same text with every byte that is no UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

/// The text on one line without surprises: control characters, line separators and changes of writing direction
/// become visible escapes such as \n or \x1b. Names in a model may hold anything, also terminal commands.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns that a code point takes on a terminal: 0 for combining marks, 2 for wide characters, else 1.
[[nodiscard]] int columnWidth(char32_t codePoint);
[[nodiscard]] int columnWidth(std::string_view text);

/// The text, cut to a number of columns with an ellipsis where it is longer.
[[nodiscard]] std::string elided(std::string_view text, int columns);

} // namespace ridgepoint
