// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// An archive as text that a fuzzer can change without breaking checksums and sizes: its records one behind the other,
/// each its name, a line feed and its content, with a separator between two. An archive in an archive, a record whose
/// name ends in ".pt", is such a text with another separator.
namespace rooflight::fuzz {

using NamedRecords = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] std::string textOfRecords(const NamedRecords &records, int level = 0);

/// A zip archive with the records of such a text, stored as PyTorch stores them.
[[nodiscard]] std::string zipOfText(std::string_view text, int level = 0);

} // namespace rooflight::fuzz
