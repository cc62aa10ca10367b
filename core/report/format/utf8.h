// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/utf8.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace rooflight {

// What an untrusted file may do to a text of this program. Names that a file gives repeat in many rows, so that a file
// of some hundred kilobytes could fill a disk.
inline constexpr int widestCell = 200; ///< of a table for people, in columns
inline constexpr int widestFact = 4000; ///< of a paragraph or a value that stands alone, in columns
inline constexpr int deepestIndentation = 60; ///< of a layer, in levels
inline constexpr std::size_t maxTableBytes = std::size_t { 16 } << 20; ///< of one table of a text
inline constexpr std::size_t maxHtmlTableBytes = std::size_t { 64 } << 20;
inline constexpr int widestCsvCell = 4096; ///< in columns: as long as paths of layers may be
inline constexpr std::size_t maxCsvBytes = std::size_t { 256 } << 20;

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
