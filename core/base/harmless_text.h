// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace rooflight {

/// Text of a stranger for a terminal or a file that one opens: every character that moves a cursor, changes a terminal
/// or the order in which text is shown (C0 but tab and line feed, DEL, C1, bidirectional controls, separators of lines,
/// tags) becomes U+FFFD, as does every byte that is no UTF-8.
[[nodiscard]] std::string harmlessText(std::string_view text);

/// The same on one line: a tab or line feed becomes a space.
[[nodiscard]] std::string harmlessLine(std::string_view text);

} // namespace rooflight
