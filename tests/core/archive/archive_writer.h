// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <string_view>

namespace rooflight::test {

/// Records by full name, in the order of their names.
using Records = std::map<std::string, std::string>;

/// The smallest TorchScript archive that inspectFile accepts: one module "__torch__.Net" without attributes, whose
/// code is `classBody` (indented lines) below the usual head.
[[nodiscard]] Records smallModel(std::string_view classBody);

/// Writes a zip archive, records stored as PyTorch stores them or packed.
void writeArchive(const std::string &path, const Records &records, bool packed = false);

[[nodiscard]] std::string readFile(const std::string &path);
void writeFile(const std::string &path, std::string_view content);

/// All records of a real archive.
[[nodiscard]] Records readArchive(const std::string &path);

} // namespace rooflight::test
