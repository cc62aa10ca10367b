// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

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

} // namespace rooflight
