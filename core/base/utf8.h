// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace rooflight {

/// Takes the first code point off a text that is not empty. A byte that is no UTF-8 gives U+FFFD.
[[nodiscard]] char32_t takeCodePoint(std::string_view &text);

void appendUtf8(std::string &text, char32_t codePoint);

/// The same text with every byte that is no UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

} // namespace rooflight
